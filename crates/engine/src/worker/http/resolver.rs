//! Name resolution with the check in it: the addresses that were judged are the ones that are connected to, so a name that
//! answers differently the second time gains nothing.

use std::io;
use std::net::SocketAddr;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::{self, AddressRefused};

/// The name has no address at the moment.
#[derive(Debug, thiserror::Error)]
#[error("the name could not be resolved")]
pub(super) struct Unresolved(#[source] io::Error);

/// Asks the system and checks every address that it names.
pub(super) struct Resolver {
    /// Let inside addresses through.
    pub(super) allow_private: bool,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allow_private = self.allow_private;
        Box::pin(async move {
            let found: Vec<_> =
                tokio::net::lookup_host((name.as_str(), 0)).await.map_err(Unresolved)?.collect();
            if !allow_private {
                check_all(&found)?;
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// One inside address among several refuses the name: a receiver on the internet has no reason to name any.
fn check_all(found: &[SocketAddr]) -> Result<(), AddressRefused> {
    found.iter().try_for_each(|address| address::check(address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_inside_address_among_public_ones_refuses_the_name() {
        let addresses = |texts: &[&str]| {
            texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<SocketAddr>>()
        };
        assert_eq!(check_all(&addresses(&["8.8.8.8:0", "[2606:4700:4700::1111]:0"])), Ok(()));
        assert!(check_all(&addresses(&["8.8.8.8:0", "10.0.0.1:0"])).is_err());
        assert!(check_all(&addresses(&["[::ffff:127.0.0.1]:0", "8.8.8.8:0"])).is_err());
    }
}
