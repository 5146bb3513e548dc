//! Which JSON paths differ between the request a key was first sent with and another one.

use std::cmp::Ordering;

use super::text::{self, Member, Name, Node, Shape};

/// At most this many paths are named.
pub const MOST_PATHS: usize = 20;

/// A request as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent<'a> {
    /// Canonical text of all members but the payload.
    pub request_text: &'a str,
    /// The payload as it came.
    pub payload: &'a str,
}

/// The paths that differ, such as `$.payload.amount`, `$.queue` or `$.payload.items[3]`: sorted by key and index, at most
/// [`MOST_PATHS`]. A member or item that only one side has is named itself. Empty exactly when both are the same request.
#[must_use]
pub fn difference(first: Sent<'_>, second: Sent<'_>) -> Vec<String> {
    let mut paths = Paths::default();
    match (members(first), members(second)) {
        (Some(one), Some(other)) => paths.objects("$", &one, &other),
        // Only a row that was changed by hand does not read; then all that can be said is whether the texts are the same.
        _ if first == second => {}
        _ => paths.name("$".to_owned()),
    }
    paths.0
}

fn members(sent: Sent<'_>) -> Option<Vec<Member<'_>>> {
    let Ok(Node { shape: Shape::Object(mut members), .. }) =
        text::read_wrapped(sent.request_text.as_bytes(), 1)
    else {
        return None;
    };
    let written = "\"payload\"";
    let payload = text::read(sent.payload.as_bytes()).ok()?;
    members.push(Member { name: Name::unescaped(written), written, node: payload });
    members.sort_by(|one, other| one.name.cmp(&other.name));
    Some(members)
}

#[derive(Default)]
struct Paths(Vec<String>);

impl Paths {
    fn is_full(&self) -> bool {
        self.0.len() >= MOST_PATHS
    }

    fn name(&mut self, path: String) {
        if !self.is_full() {
            self.0.push(path);
        }
    }

    fn nodes(&mut self, path: &str, one: &Node<'_>, other: &Node<'_>) {
        if self.is_full() || one.text == other.text {
            return;
        }
        match (&one.shape, &other.shape) {
            (Shape::Object(one), Shape::Object(other)) => self.objects(path, one, other),
            (Shape::Array(one), Shape::Array(other)) => self.arrays(path, one, other),
            _ => self.name(path.to_owned()),
        }
    }

    fn arrays(&mut self, path: &str, one: &[Node<'_>], other: &[Node<'_>]) {
        for index in 0..one.len().max(other.len()) {
            if self.is_full() {
                return;
            }
            let path = format!("{path}[{index}]");
            match (one.get(index), other.get(index)) {
                (Some(one), Some(other)) => self.nodes(&path, one, other),
                _ => self.name(path),
            }
        }
    }

    /// Both sides are sorted by name, so they are walked like a zip.
    fn objects(&mut self, path: &str, one: &[Member<'_>], other: &[Member<'_>]) {
        let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
        while !self.is_full() {
            let order = match (one.peek(), other.peek()) {
                (Some(left), Some(right)) => left.name.cmp(&right.name),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return,
            };
            let left = if order.is_le() { one.next() } else { None };
            let right = if order.is_ge() { other.next() } else { None };
            match (left, right) {
                (Some(left), Some(right)) if left.written == right.written => {
                    self.nodes(&step(path, left), &left.node, &right.node);
                }
                (Some(member), _) | (None, Some(member)) => self.name(step(path, member)),
                (None, None) => return,
            }
        }
    }
}

fn step(path: &str, member: &Member<'_>) -> String {
    let shown = member.name.shown();
    let plain = shown.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && shown.bytes().next().is_some_and(|b| !b.is_ascii_digit());
    if plain { format!("{path}.{shown}") } else { format!("{path}[{}]", text::quoted(&shown)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differing(one: (&str, &str), other: (&str, &str)) -> Vec<String> {
        let sent = |(request_text, payload)| Sent { request_text, payload };
        let paths = difference(sent(one), sent(other));
        let mut back = difference(sent(other), sent(one));
        back.sort_by_key(|path| paths.iter().position(|other| other == path));
        assert_eq!(paths, back, "both directions name the same paths");
        paths
    }

    const KIND: &str = r#"{"kind":"k"}"#;

    #[test]
    fn each_differing_place_is_named_by_its_path() {
        let table: [(&str, &str, &[&str]); 13] = [
            (r#"{"amount":1}"#, r#"{"amount":1.0}"#, &["$.payload.amount"]),
            (r#"{"amount":1}"#, r#"{}"#, &["$.payload.amount"]),
            (r#"{"a":1}"#, r#"{"b":1}"#, &["$.payload.a", "$.payload.b"]),
            (r#"[1,2,3,4]"#, r#"[1,2,3,5]"#, &["$.payload[3]"]),
            (r#"[1]"#, r#"[1,[],{}]"#, &["$.payload[1]", "$.payload[2]"]),
            (r#"{"a":[{"b":{"c":"x"}}]}"#, r#"{"a":[{"b":{"c":"y"}}]}"#, &["$.payload.a[0].b.c"]),
            (r#"{"a":{}}"#, r#"{"a":[]}"#, &["$.payload.a"]),
            (r#"null"#, r#"0"#, &["$.payload"]),
            (
                r#"{"a b":1,"1":2,"\"":3,"":4}"#,
                r#"{}"#,
                &[
                    r#"$.payload[""]"#,
                    r#"$.payload["\""]"#,
                    r#"$.payload["1"]"#,
                    r#"$.payload["a b"]"#,
                ],
            ),
            (r#"{"a":1}"#, r#"{"\u0061":1}"#, &["$.payload.a"]),
            (r#"{"t":"\ud83d"}"#, r#"{"t":"\ud83e"}"#, &["$.payload.t"]),
            (r#"{"\ud83d":1}"#, r#"{"\ud83d":2}"#, &["$.payload[\"\u{fffd}\u{fffd}\u{fffd}\"]"]),
            ("{\"a\": 1,\n\"b\":[ ]}", r#"{"b":[],"a":1}"#, &[]),
        ];
        for (one, other, paths) in table {
            assert_eq!(differing((KIND, one), (KIND, other)), paths, "{one} {other}");
        }
    }

    #[test]
    fn paths_of_the_request_and_its_payload_stand_in_one_order() {
        let one = (r#"{"kind":"k","labels":{"x":"1"},"queue":"a"}"#, r#"{"n":1}"#);
        let other = (r#"{"kind":"k2","labels":{"x":"2"},"units":5}"#, r#"{"n":2}"#);
        assert_eq!(
            differing(one, other),
            ["$.kind", "$.labels.x", "$.payload.n", "$.queue", "$.units"]
        );
    }

    #[test]
    fn no_more_than_twenty_paths_are_named() {
        let many = |value: u8| format!("[{}]", vec![value.to_string(); 50].join(","));
        let paths = differing((KIND, &many(1)), (KIND, &many(2)));
        assert_eq!(paths.len(), MOST_PATHS);
        assert_eq!(paths[19], "$.payload[19]");
    }

    #[test]
    fn a_stored_text_that_does_not_read_differs_as_a_whole() {
        assert_eq!(differing((KIND, "{"), (KIND, "{}")), ["$"]);
        assert_eq!(differing((KIND, "{"), (KIND, "{")), Vec::<String>::new());
    }
}
