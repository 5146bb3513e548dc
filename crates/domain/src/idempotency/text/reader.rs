//! The reader: one pass over the bytes, recursion bounded by the depth limit.

use super::{Member, Name, Node, Reason, Shape, TextInvalid};

pub(super) fn read(bytes: &[u8], depth: usize) -> Result<Node<'_>, TextInvalid> {
    let text = str::from_utf8(bytes).map_err(|invalid| TextInvalid {
        offset: invalid.valid_up_to(),
        reason: Reason::NotUtf8,
    })?;
    let mut reader = Reader { text, at: 0 };
    reader.skip_space();
    let node = reader.value(depth)?;
    reader.skip_space();
    if reader.at < text.len() {
        return reader.refuse("something follows the value");
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Result<Node<'a>, TextInvalid> {
        let start = self.at;
        let shape = match self.peek() {
            Some(b'{') => Shape::Object(self.object(depth)?),
            Some(b'[') => Shape::Array(self.array(depth)?),
            Some(b'"') => self.string().map(|()| Shape::Scalar)?,
            Some(b'-' | b'0'..=b'9') => self.number().map(|()| Shape::Scalar)?,
            Some(b't') => self.word("true")?,
            Some(b'f') => self.word("false")?,
            Some(b'n') => self.word("null")?,
            Some(_) => return self.refuse("a value was expected"),
            None => return self.refuse("it ends where a value was expected"),
        };
        Ok(Node { text: &self.text[start..self.at], shape })
    }

    fn object(&mut self, depth: usize) -> Result<Vec<Member<'a>>, TextInvalid> {
        let inner = self.open(depth)?;
        let mut members = Vec::new();
        if self.take(b'}') {
            return Ok(members);
        }
        loop {
            let start = self.at;
            if self.peek() != Some(b'"') {
                return self.refuse("a key in quotes was expected");
            }
            self.string()?;
            let written = &self.text[start..self.at];
            self.skip_space();
            if !self.take(b':') {
                return self.refuse("a colon was expected after the key");
            }
            self.skip_space();
            members.push(Member {
                name: Name::unescaped(written),
                written,
                node: self.value(inner)?,
            });
            self.skip_space();
            if self.take(b'}') {
                return self.sorted(members);
            }
            if !self.take(b',') {
                return self.refuse("a comma or the end of the object was expected");
            }
            self.skip_space();
        }
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node<'a>>, TextInvalid> {
        let inner = self.open(depth)?;
        let mut nodes = Vec::new();
        if self.take(b']') {
            return Ok(nodes);
        }
        loop {
            nodes.push(self.value(inner)?);
            self.skip_space();
            if self.take(b']') {
                return Ok(nodes);
            }
            if !self.take(b',') {
                return self.refuse("a comma or the end of the array was expected");
            }
            self.skip_space();
        }
    }

    /// Steps over an opening bracket and says how many more may open within it.
    fn open(&mut self, depth: usize) -> Result<usize, TextInvalid> {
        let inner =
            depth.checked_sub(1).ok_or(TextInvalid { offset: self.at, reason: Reason::TooDeep })?;
        self.at += 1;
        self.skip_space();
        Ok(inner)
    }

    /// Sorting brings equal keys together; the second of them is the one that is named.
    fn sorted(&self, mut members: Vec<Member<'a>>) -> Result<Vec<Member<'a>>, TextInvalid> {
        members.sort_by(|one, other| one.name.cmp(&other.name));
        for pair in members.windows(2) {
            if let [first, second] = pair
                && first.name == second.name
            {
                let offset = second.written.as_ptr().addr() - self.text.as_ptr().addr();
                return Err(TextInvalid {
                    offset,
                    reason: Reason::DuplicateKey(super::quoted(&second.name.shown())),
                });
            }
        }
        Ok(members)
    }

    fn string(&mut self) -> Result<(), TextInvalid> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(0..=0x1f) => {
                    return self.refuse("a control character in a string must be escaped");
                }
                Some(_) => self.at += 1,
                None => return self.refuse("it ends within a string"),
            }
        }
    }

    fn escape(&mut self) -> Result<(), TextInvalid> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        match rest {
            [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => self.at += 2,
            [b'u', a, b, c, d, ..]
                if [a, b, c, d].iter().all(|digit| digit.is_ascii_hexdigit()) =>
            {
                self.at += 6
            }
            _ => return self.refuse("an escape in a string is not one of JSON's"),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), TextInvalid> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        } else if matches!(self.peek(), Some(b'0'..=b'9')) {
            return self.refuse("a number may not begin with a zero");
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), TextInvalid> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { self.refuse("a digit was expected") } else { Ok(()) }
    }

    fn word(&mut self, word: &str) -> Result<Shape<'a>, TextInvalid> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(Shape::Scalar);
        }
        self.refuse("a value was expected")
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    const fn refuse<T>(&self, what: &'static str) -> Result<T, TextInvalid> {
        Err(TextInvalid { offset: self.at, reason: Reason::Syntax(what) })
    }
}
