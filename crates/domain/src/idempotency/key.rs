//! The `Idempotency-Key` itself: which texts are one, and which are none.

use std::fmt;

use serde::Serialize;

/// A caller's name for one operation: 1 to 255 printable ASCII characters, case-sensitive.
///
/// It means something only within one tenant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Key(String);

/// Why a text is no key; every one of these is a `400 idempotency_key_invalid`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyInvalid {
    /// Nothing, or nothing between the quotes.
    #[error("the key is empty; send 1 to 255 printable ASCII characters, or leave the header out")]
    Empty,
    /// More than 255 characters.
    #[error("the key has {length} characters; at most 255 are allowed")]
    TooLong {
        /// Characters, without the quotes.
        length: usize,
    },
    /// A control character, or anything beyond ASCII.
    #[error("the key has a byte that is not printable ASCII at position {position}")]
    NotPrintableAscii {
        /// Counted from 0, in bytes, within the header's value.
        position: usize,
    },
    /// A quote opens and nothing closes it, or something follows the closing one.
    #[error("the key begins with a quote but is not one quoted text")]
    NotOneQuotedText,
    /// A backslash within quotes before anything but a quote or a backslash.
    #[error(
        "within quotes a backslash may only come before a quote or a backslash (position {position})"
    )]
    BadEscape {
        /// Counted from 0, in bytes, within the header's value.
        position: usize,
    },
    /// The header came more than once.
    #[error("the Idempotency-Key header was sent more than once")]
    SentTwice,
}

impl Key {
    /// The longest key, in characters.
    pub const MAX: usize = 255;

    /// Takes a text as it is: the way of batch items and of callers in the same process. Quotes are part of the key here.
    ///
    /// # Errors
    /// [`KeyInvalid`] when it is empty, too long or not printable ASCII.
    pub fn new(text: &str) -> Result<Self, KeyInvalid> {
        Self::checked(text.as_bytes().to_vec())
    }

    /// Reads the value of the header: bare or quoted, `"a"` and `a` being one key.
    ///
    /// Space around the value is no part of it (HTTP's rule); space within quotes is. Quoted texts are those of RFC 8941.
    ///
    /// # Errors
    /// [`KeyInvalid`] says why not.
    pub fn parse(value: &[u8]) -> Result<Self, KeyInvalid> {
        let lead = value.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let value = value[lead..].trim_ascii_end();
        match value.split_first() {
            Some((b'"', quoted)) => Self::checked(unquote(quoted, lead + 1)?),
            _ => Self::checked(value.to_vec()).map_err(|invalid| shift(invalid, lead)),
        }
    }

    /// Reads the header from all of its values in one request; `None` when it was not sent.
    ///
    /// # Errors
    /// [`KeyInvalid`], also when it was sent twice, be it with the same value: which one counted would be a guess.
    pub fn from_header<'a>(
        values: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Option<Self>, KeyInvalid> {
        let mut values = values.into_iter();
        let first = values.next();
        if values.next().is_some() {
            return Err(KeyInvalid::SentTwice);
        }
        first.map(Self::parse).transpose()
    }

    /// A key read back from the database, which holds only checked ones.
    #[must_use]
    pub const fn stored(text: String) -> Self {
        Self(text)
    }

    /// The text itself, without quotes around it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn checked(bytes: Vec<u8>) -> Result<Self, KeyInvalid> {
        if bytes.is_empty() {
            return Err(KeyInvalid::Empty);
        }
        if let Some(position) = bytes.iter().position(|byte| !is_printable(*byte)) {
            return Err(KeyInvalid::NotPrintableAscii { position });
        }
        if bytes.len() > Self::MAX {
            return Err(KeyInvalid::TooLong { length: bytes.len() });
        }
        Ok(Self(bytes.into_iter().map(char::from).collect()))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const fn is_printable(byte: u8) -> bool {
    matches!(byte, 0x20..=0x7e)
}

fn unquote(rest: &[u8], offset: usize) -> Result<Vec<u8>, KeyInvalid> {
    let mut key = Vec::with_capacity(rest.len());
    let mut bytes = rest.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' if at + 1 == rest.len() => return Ok(key),
            b'"' => return Err(KeyInvalid::NotOneQuotedText),
            b'\\' => match bytes.next() {
                Some((_, escaped @ (b'"' | b'\\'))) => key.push(*escaped),
                _ => return Err(KeyInvalid::BadEscape { position: offset + at }),
            },
            byte if is_printable(*byte) => key.push(*byte),
            _ => return Err(KeyInvalid::NotPrintableAscii { position: offset + at }),
        }
    }
    Err(KeyInvalid::NotOneQuotedText)
}

fn shift(invalid: KeyInvalid, by: usize) -> KeyInvalid {
    if let KeyInvalid::NotPrintableAscii { position } = invalid {
        return KeyInvalid::NotPrintableAscii { position: position + by };
    }
    invalid
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(value: &str) -> String {
        Key::parse(value.as_bytes()).unwrap().as_str().to_owned()
    }

    #[test]
    fn bare_and_quoted_are_one_key() {
        assert_eq!(key("order-42-email"), key("\"order-42-email\""));
        assert_eq!(key(r#""a\"b\\c""#), r#"a"b\c"#);
        assert_eq!(key(r#""a\"b\\c""#), key(r#"a"b\c"#));
    }

    #[test]
    fn a_key_is_case_sensitive_and_not_trimmed_within_quotes() {
        assert_ne!(key("Order"), key("order"));
        assert_eq!(key("\" a \""), " a ");
        assert_eq!(key(" \ta \t"), "a");
        assert_eq!(key("a b"), "a b");
    }

    #[test]
    fn a_key_has_1_to_255_printable_ascii_characters() {
        assert_eq!(key(&"x".repeat(255)).len(), 255);
        assert_eq!(key(&format!("\"{}\"", "x".repeat(255))).len(), 255);
        let table: [(&[u8], KeyInvalid); 13] = [
            (b"", KeyInvalid::Empty),
            (b"  ", KeyInvalid::Empty),
            (b"\"\"", KeyInvalid::Empty),
            (&[b'x'; 256], KeyInvalid::TooLong { length: 256 }),
            (b"a\0", KeyInvalid::NotPrintableAscii { position: 1 }),
            (b"  a\x7f", KeyInvalid::NotPrintableAscii { position: 3 }),
            ("é".as_bytes(), KeyInvalid::NotPrintableAscii { position: 0 }),
            (b"\"a\tb\"", KeyInvalid::NotPrintableAscii { position: 2 }),
            (b"\"", KeyInvalid::NotOneQuotedText),
            (b"\"a", KeyInvalid::NotOneQuotedText),
            (b"\"a\";v=1", KeyInvalid::NotOneQuotedText),
            (b"\"a\", \"b\"", KeyInvalid::NotOneQuotedText),
            (b"\"a\\n\"", KeyInvalid::BadEscape { position: 2 }),
        ];
        for (value, reason) in table {
            assert_eq!(Key::parse(value), Err(reason), "{}", String::from_utf8_lossy(value));
        }
    }

    #[test]
    fn a_key_that_was_sent_twice_is_refused_even_when_it_is_the_same() {
        assert_eq!(Key::from_header([]), Ok(None));
        assert_eq!(Key::from_header([b"a".as_slice()]), Key::new("a").map(Some));
        assert_eq!(Key::from_header([b"a".as_slice(), b"a"]), Err(KeyInvalid::SentTwice));
    }

    #[test]
    fn a_key_given_in_process_is_taken_literally() {
        assert_eq!(Key::new("\"a\"").unwrap().as_str(), "\"a\"");
        assert_eq!(Key::new(""), Err(KeyInvalid::Empty));
    }
}
