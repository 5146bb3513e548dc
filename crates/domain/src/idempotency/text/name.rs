//! The key of an object's member, unescaped, so that `"a"` and `"\u0061"` are seen to be one.

use std::borrow::Cow;

/// An unescaped key, ordered by code point.
///
/// Held as bytes in generalised UTF-8 (WTF-8), since an escape may name half a surrogate pair, which no Rust string holds.
/// Byte order is then code point order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name<'a>(Cow<'a, [u8]>);

impl<'a> Name<'a> {
    /// Reads a key as written, quotes included; its escapes were checked by the reader.
    pub(in crate::idempotency) fn unescaped(written: &'a str) -> Self {
        let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
        if !inner.contains('\\') {
            return Self(Cow::Borrowed(inner.as_bytes()));
        }
        Self(Cow::Owned(unescape(inner)))
    }

    /// True when the key is this plain text.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        *self.0 == *text.as_bytes()
    }

    /// For people: half pairs show as the replacement character, and what is long is cut at a character.
    #[must_use]
    pub fn shown(&self) -> String {
        let text = String::from_utf8_lossy(&self.0);
        let mut shown: String = text.chars().take(64).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        shown
    }
}

fn unescape(inner: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        let Some(letter) = rest.bytes().next() else { break };
        if letter == b'u' {
            let mut unit = hex(rest.get(1..5));
            rest = rest.get(5..).unwrap_or_default();
            if let (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) = (unit, low_half(rest)) {
                unit = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                rest = rest.get(6..).unwrap_or_default();
            }
            push_code_point(&mut out, unit);
        } else {
            out.push(match letter {
                b'b' => 0x08,
                b'f' => 0x0c,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                same => same,
            });
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

fn low_half(rest: &str) -> Option<u32> {
    rest.strip_prefix("\\u").map(|digits| hex(digits.get(..4)))
}

fn hex(digits: Option<&str>) -> u32 {
    digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0xfffd)
}

/// UTF-8 of a code point, surrogates included.
#[expect(clippy::cast_possible_truncation, reason = "each part is masked to its bits")]
fn push_code_point(out: &mut Vec<u8>, point: u32) {
    if let Some(character) = char::from_u32(point) {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        out.extend_from_slice(&[
            0xe0 | (point >> 12) as u8,
            0x80 | ((point >> 6) & 0x3f) as u8,
            0x80 | (point & 0x3f) as u8,
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_key_are_one_name() {
        let plain = Name::unescaped("\"a/é\u{1f600}\"");
        assert_eq!(plain, Name::unescaped(r#""\u0061\/\u00E9\ud83d\uDE00""#));
        assert!(Name::unescaped(r#""\"\\\b\f\n\r\t""#).is("\"\\\u{8}\u{c}\n\r\t"));
    }

    #[test]
    fn half_pairs_are_names_of_their_own() {
        let halves = [
            r#""\ud83d""#,
            r#""\ude00""#,
            r#""\ude00\ud83d""#,
            r#""\ud83dx""#,
            r#""\ud83d\u0041""#,
            "\"\u{fffd}\"",
        ];
        for (i, one) in halves.iter().enumerate() {
            for (j, other) in halves.iter().enumerate() {
                assert_eq!(Name::unescaped(one) == Name::unescaped(other), i == j, "{one} {other}");
            }
        }
    }

    #[test]
    fn names_are_ordered_by_code_point_not_by_utf_16_unit() {
        assert!(Name::unescaped("\"\u{ff5e}\"") < Name::unescaped(r#""\ud83d\ude00""#));
        assert!(Name::unescaped("\"b\"") > Name::unescaped(r#""\u0061z""#));
    }
}
