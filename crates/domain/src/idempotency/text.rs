//! JSON as text: a reader that checks everything and changes nothing.
//!
//! General JSON readers turn numbers into floats, refuse half a surrogate pair and keep the last of two equal keys. Here every
//! node keeps the exact piece of the text it was read from, so digits, escapes and payload bytes stay as they came. Refused are
//! invalid UTF-8, broken syntax, an object with one key twice (compared after unescaping) and nesting past [`MAX_DEPTH`]; that
//! limit also bounds the recursion of everything that walks a tree. The grammar is RFC 8259; the work is in `text/reader.rs`.

mod name;
mod reader;

#[cfg(test)]
mod laws;

pub use name::Name;

/// The deepest nesting that is accepted: 128 opening brackets within one another.
pub const MAX_DEPTH: usize = 128;

/// Why a text is refused, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason} (byte {offset})")]
pub struct TextInvalid {
    /// Byte in the text, counted from 0.
    pub offset: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The bytes are no UTF-8.
    #[error("the text is not valid UTF-8")]
    NotUtf8,
    /// Brackets within brackets past the limit.
    #[error("the text is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// One object has one key twice.
    #[error("the key {0} stands twice in one object")]
    DuplicateKey(String),
    /// No JSON.
    #[error("the text is not JSON: {0}")]
    Syntax(&'static str),
}

/// One value and the piece of text it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<'a> {
    /// Exactly as written, from its first to its last byte, without space around it.
    pub text: &'a str,
    /// What it is made of.
    pub shape: Shape<'a>,
}

/// What a value is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape<'a> {
    /// A string, number, `true`, `false` or `null`: its text says it all.
    Scalar,
    /// An array, in its order.
    Array(Vec<Node<'a>>),
    /// An object, sorted by [`Name`], whatever order it came in.
    Object(Vec<Member<'a>>),
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member<'a> {
    /// The key, unescaped; what it is sorted and told apart by.
    pub name: Name<'a>,
    /// The key as written, with its quotes.
    pub written: &'a str,
    /// The value.
    pub node: Node<'a>,
}

/// Reads a text that stands for itself, such as a payload.
///
/// # Errors
/// [`TextInvalid`] names the first thing that is wrong.
pub fn read(bytes: &[u8]) -> Result<Node<'_>, TextInvalid> {
    reader::read(bytes, MAX_DEPTH)
}

/// Reads a text that wraps others, such as a request around its payload: `levels` more brackets are allowed.
///
/// # Errors
/// [`TextInvalid`] names the first thing that is wrong.
pub fn read_wrapped(bytes: &[u8], levels: usize) -> Result<Node<'_>, TextInvalid> {
    reader::read(bytes, MAX_DEPTH.saturating_add(levels))
}

/// Writes a text as a JSON string.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if u32::from(c) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl<'a> Node<'a> {
    /// The members of an object, sorted by name; `None` for anything else.
    #[must_use]
    pub fn members(&self) -> Option<&[Member<'a>]> {
        match &self.shape {
            Shape::Object(members) => Some(members),
            Shape::Scalar | Shape::Array(_) => None,
        }
    }

    /// The canonical text: keys sorted by their unescaped code points, no space between tokens, every number, string and key
    /// spelled as it was written.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        self.write_canonical(&mut out);
        out
    }

    fn write_canonical(&self, out: &mut String) {
        match &self.shape {
            Shape::Scalar => out.push_str(self.text),
            Shape::Array(nodes) => {
                out.push('[');
                for (index, node) in nodes.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    node.write_canonical(out);
                }
                out.push(']');
            }
            Shape::Object(members) => {
                out.push('{');
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    out.push_str(member.written);
                    out.push(':');
                    member.node.write_canonical(out);
                }
                out.push('}');
            }
        }
    }
}
