//! What goes to stdout: JSON for programs, tables for people.

use std::io::{self, Write as _};

use serde::Serialize;

use crate::failure::Failure;

/// Prints one answer, as JSON if asked for, else as `human` writes it.
pub fn print<T: Serialize>(
    json: bool,
    value: &T,
    human: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let text = if json {
        serde_json::to_string(value)
            .map_err(|error| Failure::could_not("internal", format!("no JSON: {error}")))?
    } else {
        human()
    };
    line(&text)
}

/// Prints a line at once.
pub fn line(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = writeln!(stdout, "{}", text.trim_end()).and_then(|()| stdout.flush());
    match written {
        // Whoever read it has seen enough (`| head`).
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => {
            Err(Failure::could_not("output", format!("stdout cannot be written: {error}")))
        }
        Ok(()) => Ok(()),
    }
}

/// Text of others for a terminal: control characters are shown, not obeyed.
pub fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_direction(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Marks that would make a terminal show text in another order than it is written.
const fn is_direction(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_cannot_steer_the_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\nc\u{202e}d"), "a\\u{1b}[31mb\\u{a}c\\u{202e}d");
        assert_eq!(clean("žluť 🐎"), "žluť 🐎");
    }
}
