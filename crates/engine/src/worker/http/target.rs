//! The URL of a handler, checked once when the settings are read.

use std::net::IpAddr;

use url::{Host, Url};

use super::address::{self, AddressRefused};

/// A URL that may be called.
///
/// A host that is a number in any spelling (`2130706433`, `0x7f.1`) was turned into its address by the URL's own rules before it
/// is judged; a host that is a name is judged each time it is resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    url: Url,
    allow_private: bool,
}

/// Why a URL may not be called.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetInvalid {
    /// No URL at all.
    #[error("the url does not read: {0}")]
    NoUrl(#[from] url::ParseError),
    /// Some other scheme.
    #[error("the url must begin with http:// or https://, not {0}:")]
    NotHttp(String),
    /// A user or password before the host.
    #[error("the url must not hold a user or password; they would end up in logs")]
    HasCredentials,
    /// An inside address.
    #[error("the url points to an address that is not allowed: {0}")]
    Refused(#[from] AddressRefused),
}

impl Target {
    /// Checks a URL.
    ///
    /// # Errors
    /// [`TargetInvalid`] says why it may not be called.
    pub fn new(url: &str, allow_private: bool) -> Result<Self, TargetInvalid> {
        let url = Url::parse(url)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(TargetInvalid::NotHttp(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(TargetInvalid::HasCredentials);
        }
        if !allow_private {
            match url.host() {
                Some(Host::Ipv4(v4)) => address::check(IpAddr::V4(v4))?,
                Some(Host::Ipv6(v6)) => address::check(IpAddr::V6(v6))?,
                Some(Host::Domain(_)) | None => {}
            }
        }
        Ok(Self { url, allow_private })
    }

    /// The URL itself.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Whether inside addresses may be reached.
    #[must_use]
    pub const fn allow_private(&self) -> bool {
        self.allow_private
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_an_inside_address_is_seen_through() {
        for host in [
            "127.0.0.1",
            "127.1",
            "127.0.0.1.",
            "2130706433",
            "0x7f000001",
            "0x7f.1",
            "017700000001",
            "0177.0.0.1",
            "0",
            "0x0",
            "%31%32%37.0.0.1",
            "１２７.0.0.1",
            "127。0。0。1",
            "169.254.169.254",
            "2852039166",
            "0xA9FEA9FE",
            "10.1",
            "192.168.257",
            "[::]",
            "[::1]",
            "[::ffff:169.254.169.254]",
            "[::ffff:a9fe:a9fe]",
            "[0:0:0:0:0:ffff:7f00:1]",
            "[::127.0.0.1]",
            "[fd00::1]",
            "[fe80::1]",
            "[64:ff9b::7f00:1]",
        ] {
            for url in [format!("http://{host}/hook"), format!("https://{host}:8443/")] {
                assert!(
                    matches!(Target::new(&url, false), Err(TargetInvalid::Refused(_))),
                    "{url}"
                );
                assert!(Target::new(&url, true).is_ok(), "{url}");
            }
        }
        for url in [
            "http://8.8.8.8/",
            "https://hooks.example.com/push?x=1",
            "http://[2606:4700:4700::1111]:8080/",
            "http://localhost/",
        ] {
            assert!(Target::new(url, false).is_ok(), "{url}");
        }
    }

    #[test]
    fn only_plain_http_urls_without_credentials_are_called() {
        for url in [
            "file:///etc/passwd",
            "ftp://example.com/",
            "gopher://example.com/",
            "javascript:1",
            "data:,x",
            "unix:/run/x",
        ] {
            assert!(matches!(Target::new(url, true), Err(TargetInvalid::NotHttp(_))), "{url}");
        }
        for url in [
            "http://user:pass@example.com/",
            "http://user@example.com/",
            "https://:pass@example.com/",
        ] {
            assert_eq!(Target::new(url, true), Err(TargetInvalid::HasCredentials), "{url}");
        }
        for url in [
            "",
            "example.com",
            "/hook",
            "http://",
            "http://[::1",
            "http://1.2.3.4.5/",
            "http://256.1.1.1/",
        ] {
            assert!(matches!(Target::new(url, true), Err(TargetInvalid::NoUrl(_))), "{url}");
        }
    }
}
