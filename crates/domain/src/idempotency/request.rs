//! What the caller sent, member by member, in a form that can be stored, hashed and compared.
//!
//! A member that is absent differs from one that spells out the default, and from `null`. Whether a value makes sense (is this
//! a kind, is that a time) is for the operation to say; here only the text counts.

use std::collections::BTreeMap;

use super::difference::Sent;
use super::fingerprint::Fingerprint;
use super::text::{self, Node, TextInvalid};

/// The members of a request that make it what it is, sorted. The tenant is not among them: a key means something only there.
pub const MEMBERS: [&str; 9] =
    ["kind", "labels", "max_attempts", "meter", "payload", "priority", "queue", "run_at", "units"];

const PAYLOAD: &str = "payload";
const REQUIRED: [&str; 2] = ["kind", PAYLOAD];

/// One submit request. Two of them are the same exactly when their [`canonical`](Self::canonical) texts are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Canonical JSON text of each member that was sent, the payload's included.
    members: BTreeMap<&'static str, String>,
    payload: String,
}

/// A request and what stood beside it in the same object, such as the tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The request.
    pub request: Request,
    /// JSON text of the members that are no part of the request, by name.
    pub beside: BTreeMap<&'static str, String>,
}

/// Why a text is no request; a `400`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestInvalid {
    /// The text is not acceptable JSON.
    #[error(transparent)]
    Text(#[from] TextInvalid),
    /// JSON, but no object.
    #[error("the request must be a JSON object")]
    NotAnObject,
    /// A member that every request has is not there.
    #[error("the member {0:?} is missing")]
    Missing(&'static str),
    /// A member that no request has, most often a slip of the pen.
    #[error(
        "the member {0} is not known; known are kind, payload, queue, priority, run_at, max_attempts, meter, units, labels"
    )]
    Unknown(String),
}

impl Request {
    /// A request of a caller in the same process; `payload` is JSON text and is kept as it is.
    ///
    /// # Errors
    /// [`RequestInvalid::Text`] when the payload is not acceptable JSON.
    pub fn new(kind: &str, payload: &str) -> Result<Self, RequestInvalid> {
        let node = text::read(payload.as_bytes())?;
        let members = BTreeMap::from([("kind", text::quoted(kind)), (PAYLOAD, node.canonical())]);
        Ok(Self { members, payload: node.text.to_owned() })
    }

    /// Adds a member, given as JSON text ([`text::quoted`] makes one of a plain text).
    ///
    /// # Errors
    /// [`RequestInvalid`] when it is no member of a request, or not acceptable JSON.
    pub fn with(mut self, name: &str, json: &str) -> Result<Self, RequestInvalid> {
        let node = text::read(json.as_bytes())?;
        let Some(name) = MEMBERS.into_iter().find(|member| *member == name) else {
            return Err(RequestInvalid::Unknown(text::quoted(name)));
        };
        if name == PAYLOAD {
            node.text.clone_into(&mut self.payload);
        }
        self.members.insert(name, node.canonical());
        Ok(self)
    }

    /// Reads a request from the bytes that came; `beside` names the members that may stand next to it.
    ///
    /// # Errors
    /// [`RequestInvalid`] names the first thing that is wrong.
    pub fn read(bytes: &[u8], beside: &[&'static str]) -> Result<Read, RequestInvalid> {
        Self::from_node(&text::read_wrapped(bytes, 1)?, beside)
    }

    /// Reads a request from a part of a larger text, such as one item of a batch.
    ///
    /// # Errors
    /// [`RequestInvalid`] names the first thing that is wrong.
    pub fn from_node(node: &Node<'_>, beside: &[&'static str]) -> Result<Read, RequestInvalid> {
        let mut read = Read {
            request: Self { members: BTreeMap::new(), payload: String::new() },
            beside: BTreeMap::new(),
        };
        for member in node.members().ok_or(RequestInvalid::NotAnObject)? {
            if let Some(name) = MEMBERS.into_iter().find(|name| member.name.is(name)) {
                if name == PAYLOAD {
                    member.node.text.clone_into(&mut read.request.payload);
                }
                read.request.members.insert(name, member.node.canonical());
            } else if let Some(name) = beside.iter().find(|name| member.name.is(name)) {
                read.beside.insert(name, member.node.text.to_owned());
            } else {
                return Err(RequestInvalid::Unknown(text::quoted(&member.name.shown())));
            }
        }
        let missing = REQUIRED.into_iter().find(|name| !read.request.members.contains_key(name));
        missing.map_or(Ok(read), |name| Err(RequestInvalid::Missing(name)))
    }

    /// The payload, byte for byte as it came.
    #[must_use]
    pub fn payload(&self) -> &str {
        &self.payload
    }

    /// The JSON text of a member, without space between its tokens; `None` when it was not sent.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&str> {
        self.members.get(name).map(String::as_str)
    }

    /// All members that were sent, sorted by name, with their canonical text.
    pub fn members(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.members.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// Canonical text of the whole request: what the fingerprint stands for.
    #[must_use]
    pub fn canonical(&self) -> String {
        object(self.members())
    }

    /// Canonical text of everything but the payload: what is stored beside the payload.
    #[must_use]
    pub fn request_text(&self) -> String {
        object(self.members().filter(|(name, _)| *name != PAYLOAD))
    }

    /// The hash that is stored under the key.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self.members())
    }

    /// Holds this request against one that is stored.
    #[must_use]
    pub fn differs_from(&self, stored: Sent<'_>) -> Vec<String> {
        super::difference(
            stored,
            Sent { request_text: &self.request_text(), payload: &self.payload },
        )
    }
}

fn object<'a>(members: impl Iterator<Item = (&'static str, &'a str)>) -> String {
    let members: Vec<String> = members.map(|(name, text)| format!("\"{name}\":{text}")).collect();
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Read, RequestInvalid> {
        Request::read(body.as_bytes(), &["tenant"])
    }

    #[test]
    fn the_payload_keeps_every_byte_and_the_rest_is_stored_in_canonical_form() {
        let body = "{ \"payload\" : { \"b\": 1.50,\n \"a\":\"\\u0000\" } , \"labels\": {\"z\":\"1\", \"a\":\"2\"}, \"kind\":\"k\", \"tenant\": \"acme\" }";
        let Read { request, beside } = read(body).unwrap();
        assert_eq!(request.payload(), "{ \"b\": 1.50,\n \"a\":\"\\u0000\" }");
        assert_eq!(request.request_text(), r#"{"kind":"k","labels":{"a":"2","z":"1"}}"#);
        assert_eq!(
            request.canonical(),
            r#"{"kind":"k","labels":{"a":"2","z":"1"},"payload":{"a":"\u0000","b":1.50}}"#
        );
        assert_eq!(request.member("queue"), None);
        assert_eq!(beside["tenant"], "\"acme\"");
    }

    #[test]
    fn a_caller_in_process_and_one_over_http_make_the_same_request() {
        let inside = Request::new("k", "{\"a\": 1}").unwrap().with("queue", "\"q\"").unwrap();
        let outside = read(r#"{"queue":"q","payload":{"a":1},"kind":"k"}"#).unwrap().request;
        assert_eq!(inside.canonical(), outside.canonical());
        assert_eq!(inside.fingerprint(), outside.fingerprint());
        assert_ne!(inside.payload(), outside.payload());
    }

    #[test]
    fn what_is_missing_unknown_or_no_object_is_named() {
        assert_eq!(read(r#"{"payload":1}"#), Err(RequestInvalid::Missing("kind")));
        assert_eq!(read(r#"{"kind":"k"}"#), Err(RequestInvalid::Missing("payload")));
        assert_eq!(read("[1]"), Err(RequestInvalid::NotAnObject));
        let unknown = read(r#"{"kind":"k","payload":1,"prioritty":3}"#);
        assert_eq!(unknown, Err(RequestInvalid::Unknown("\"prioritty\"".into())));
        assert!(matches!(
            read(r#"{"kind":"k","\u006bind":"k","payload":1}"#),
            Err(RequestInvalid::Text(_))
        ));
    }

    #[test]
    fn a_payload_may_be_as_deep_as_it_may_be_on_its_own() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for (levels, good) in [(127, true), (128, true), (129, false)] {
            let payload = nested(levels);
            let body = format!("{{\"kind\":\"k\",\"payload\":{payload}}}");
            assert_eq!(read(&body).is_ok(), good, "{levels} in a request");
            assert_eq!(Request::new("k", &payload).is_ok(), good, "{levels} alone");
        }
    }
}
