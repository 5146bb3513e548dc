//! Why an attempt failed, made safe to store and to group.

use crate::chain::Hash;

const CLASS_BYTES: usize = 100;
const MESSAGE_BYTES: usize = 4 * 1024;
const BACKTRACE_BYTES: usize = 64 * 1024;

/// An error a worker reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Stable class, e.g. `http_503`.
    pub class: String,
    /// For people; at most 4 KiB.
    pub message: String,
    /// Long evidence; at most 64 KiB.
    pub backtrace: Option<String>,
}

impl Failure {
    /// Takes any text: NUL, which Postgres cannot store, becomes the six characters `\u0000`, and what is too long is cut at a
    /// character boundary.
    #[must_use]
    pub fn new(class: &str, message: &str, backtrace: Option<&str>) -> Self {
        let class = storable(class, CLASS_BYTES);
        Self {
            class: if class.trim().is_empty() { "unknown".to_owned() } else { class },
            message: storable(message, MESSAGE_BYTES),
            backtrace: backtrace.map(|text| storable(text, BACKTRACE_BYTES)),
        }
    }

    /// The error of an attempt whose lease ran out.
    #[must_use]
    pub fn lost() -> Self {
        Self::new("attempt_lost", "the lease ended without an answer from the worker", None)
    }

    /// Id of the dead-letter group: class and message with everything taken out that differs from job to job (digits, ids,
    /// quoted values), so that one cause makes one group. 16 hexadecimal digits.
    #[must_use]
    pub fn group(&self) -> String {
        let mut text = format!("{}\n", self.class);
        let mut quoted = false;
        for word in self.message.split_whitespace() {
            let opens = word.starts_with(['"', '\'']);
            let closes = word.trim_end_matches([',', '.', ':', ';', ')']).ends_with(['"', '\'']);
            if quoted || opens {
                if !quoted {
                    text.push_str("? ");
                }
                quoted = !(closes && (quoted || word.len() > 1));
            } else if word.bytes().any(|byte| byte.is_ascii_digit()) {
                text.push_str("# ");
            } else {
                text.push_str(word);
                text.push(' ');
            }
        }
        format!("{:?}", Hash::of(text.as_bytes()))[..16].to_owned()
    }
}

fn storable(text: &str, limit: usize) -> String {
    let text = text.replace('\0', "\\u0000");
    let end =
        (0..=limit.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    if end < text.len() { text[..end].to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_a_character_boundary_and_nul_is_spelled_out() {
        let failure = Failure::new("x", &"\u{1f600}".repeat(10_000), Some("a\0b"));
        assert!(failure.message.len() <= MESSAGE_BYTES && failure.message.ends_with('\u{1f600}'));
        assert_eq!(failure.backtrace.as_deref(), Some("a\\u0000b"));
        assert_eq!(Failure::new("", "", None).class, "unknown");
    }

    #[test]
    fn one_cause_makes_one_group_whatever_ids_it_names() {
        let group = |message| Failure::new("timeout", message, None).group();
        assert_eq!(group("no answer from job 17 in 10 s"), group("no answer from job 99 in 3 s"));
        assert_eq!(group("bad value 'a b' here"), group("bad value 'c' here"));
        assert_ne!(group("no answer"), group("refused"));
        assert_ne!(Failure::new("a", "m", None).group(), Failure::new("b", "m", None).group());
        assert_eq!(group("no answer").len(), 16);
    }
}
