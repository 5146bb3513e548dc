//! Takes out of a text what differs from run to run: ids, times and key names.

use std::collections::HashMap;

use uuid::Uuid;

const ID: usize = 36;
const TIME: usize = "2026-01-01T00:00:00".len();

/// The text with every id numbered by its first appearance and every time blanked.
#[must_use]
pub fn masked(text: &str) -> String {
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(id) = rest.get(..ID).filter(|id| Uuid::try_parse(id).is_ok()) {
            let next = ids.len() + 1;
            let number = *ids.entry(id.to_owned()).or_insert(next);
            shown.push_str(&format!("<id {number}>"));
            rest = &rest[ID..];
        } else if let Some(length) = time(rest) {
            shown.push_str("<time>");
            rest = &rest[length..];
        } else if let Some(length) = key(rest) {
            shown.push_str("<key>");
            rest = &rest[length..];
        } else {
            shown.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    shown
}

/// Length of the RFC 3339 time in UTC that the text begins with.
fn time(text: &str) -> Option<usize> {
    let shape = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        10 => byte == b'T',
        13 | 16 => byte == b':',
        _ => byte.is_ascii_digit(),
    };
    let head = text.get(..TIME)?;
    if !head.bytes().enumerate().all(shape) {
        return None;
    }
    let rest = &text[TIME..];
    let fraction = rest.bytes().take_while(|byte| *byte == b'.' || byte.is_ascii_digit()).count();
    rest[fraction..].starts_with('Z').then_some(TIME + fraction + 1)
}

/// Length of the public part of an API key that the text begins with.
fn key(text: &str) -> Option<usize> {
    let id = text.strip_prefix("oo_")?.get(..16)?;
    id.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some("oo_".len() + 16)
}

#[test]
fn what_differs_from_run_to_run_is_masked_and_nothing_else() {
    let id = Uuid::now_v7();
    let text = format!(
        r#"{{"id":"{id}","key":"{id}.r1","at":"2026-03-31T23:59:59.000001Z","by":"oo_0123456789abcdef","n":"2026"}}"#
    );
    let shown = r#"{"id":"<id 1>","key":"<id 1>.r1","at":"<time>","by":"<key>","n":"2026"}"#;
    assert_eq!(masked(&text), shown);
}
