//! Which addresses a handler may not reach unless its settings allow private ones.
//!
//! Whoever can set a URL or a DNS name could otherwise have this machine ask its own neighbours, or the cloud's metadata
//! service, for it. IPv4 is a list of what is refused; IPv6 is a list of what is not, since most of it is unassigned. An IPv4
//! address within an IPv6 one is judged as itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The address is not reachable for handlers without `allow_private`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what} addresses are refused unless the handler sets allow_private")]
pub struct AddressRefused {
    /// What kind of address, e.g. `loopback`.
    pub what: &'static str,
}

/// Checks an address before anything connects to it.
///
/// # Errors
/// [`AddressRefused`] says what kind of address it is.
pub(super) fn check(address: IpAddr) -> Result<(), AddressRefused> {
    let what = match address {
        IpAddr::V4(v4) => v4_kind(v4),
        IpAddr::V6(v6) => v6_kind(v6),
    };
    what.map_or(Ok(()), |what| Err(AddressRefused { what }))
}

const fn v4_kind(address: Ipv4Addr) -> Option<&'static str> {
    Some(match address.octets() {
        [0, ..] => "unspecified",
        [127, ..] => "loopback",
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => "private",
        [100, 64..=127, ..] => "shared (carrier NAT)",
        [169, 254, ..] => "link-local",
        [192, 0, 0, _] | [198, 18..=19, ..] => "reserved",
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => "documentation",
        [224..=239, ..] => "multicast",
        [240..=255, ..] => "reserved",
        _ => return None,
    })
}

fn v6_kind(address: Ipv6Addr) -> Option<&'static str> {
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        v4_kind(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => Some("unspecified"),
        [0, 0, 0, 0, 0, 0, 0, 1] => Some("loopback"),
        // Mapped, and the well-known prefix of address translation.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            embedded(high, low)
        }
        // The long withdrawn compatible form.
        [0, 0, 0, 0, 0, 0, ..] => Some("reserved"),
        [0x2002, high, low, ..] => embedded(high, low),
        [0x2001, 0, ..] => Some("tunnel"),
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Some("documentation"),
        [0x2000..=0x3fff, ..] => None,
        [0xfc00..=0xfdff, ..] => Some("unique local"),
        [0xfe80..=0xfebf, ..] => Some("link-local"),
        [0xff00..=0xffff, ..] => Some("multicast"),
        _ => Some("reserved"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_addresses_are_refused_and_public_ones_are_not() {
        let inside = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 \
            172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 \
            224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 \
            :: ::1 ::127.0.0.1 ::10.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:10.0.0.1 ::ffff:0.0.0.0 \
            64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1::1 2002:a00:1:: 2001::1 2001:db8::1 3fff::1 100::1 \
            fc00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1 4000::1 ::fffe:1:1";
        for address in inside.split_whitespace() {
            assert!(check(address.parse().unwrap()).is_err(), "{address}");
        }
        let public = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.1.1 172.15.0.1 \
            172.32.0.1 192.167.1.1 192.169.1.1 198.17.1.1 198.20.1.1 223.255.255.255 \
            2606:4700:4700::1111 2a00:1450::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1";
        for address in public.split_whitespace() {
            assert_eq!(check(address.parse().unwrap()), Ok(()), "{address}");
        }
    }
}
