//! What WebKitGTK needs to find in its environment, set by starting this program once more in its own place.
//!
//! Setting a variable inside a running process is unsafe, replacing the process is not: the process id, the window and
//! whoever waits for it stay the same.

use std::{env, io, os::unix::process::CommandExt, path::Path, process::Command};

/// Named in the order in which POSIX consults them for the language of messages.
const LANGUAGE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];
const RENDERER: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// One variable to set, or to remove where there is no value.
type Setting = (&'static str, Option<&'static str>);

/// Makes the environment fit for the window, restarting the program in place where it was not.
///
/// # Errors
/// When this program cannot find or start itself.
pub fn prepare() -> io::Result<()> {
    let read = |name: &str| env::var(name).ok();
    let mut settings = locale(read);
    settings.extend(renderer(read, Path::new("/dev/dri").exists()));
    if settings.is_empty() {
        return Ok(());
    }
    let mut again = Command::new(env::current_exe()?);
    again.args(env::args_os().skip(1));
    for (name, value) in settings {
        match value {
            Some(value) => again.env(name, value),
            None => again.env_remove(name),
        };
    }
    Err(again.exec())
}

/// Under the locale "C" the pages get a language of that name, and `Intl` throws at the first number it formats.
fn locale(read: impl Fn(&str) -> Option<String>) -> Vec<Setting> {
    let set = |name: &&str| read(name).filter(|value| !value.is_empty());
    let named = LANGUAGE.iter().find_map(set);
    if named.is_some_and(|value| !is_plain(&value)) {
        return Vec::new();
    }
    let mut settings: Vec<Setting> = ["LC_ALL", "LC_MESSAGES", "LC_CTYPE"]
        .into_iter()
        .filter(|name| set(name).is_some_and(|value| is_plain(&value)))
        .map(|name| (name, None))
        .collect();
    settings.push(("LANG", Some("en_US.UTF-8")));
    settings
}

/// The locales that stand for no language: `C`, `POSIX`, and both with a character set.
fn is_plain(locale: &str) -> bool {
    matches!(locale.split('.').next(), Some("C" | "POSIX"))
}

/// Without a graphics device the shared-buffer renderer only costs time and memory; who set it decides.
fn renderer(read: impl Fn(&str) -> Option<String>, has_gpu: bool) -> Option<Setting> {
    (!has_gpu && read(RENDERER).is_none()).then_some((RENDERER, Some("1")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        move |name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        }
    }

    #[test]
    fn a_real_language_is_left_alone() {
        assert!(locale(of(&[("LANG", "cs_CZ.UTF-8")])).is_empty());
        assert!(locale(of(&[("LANG", "C"), ("LC_MESSAGES", "de_DE.UTF-8")])).is_empty());
        assert!(locale(of(&[("LANG", "C"), ("LC_ALL", "en_GB.UTF-8")])).is_empty());
    }

    #[test]
    fn no_language_becomes_english() {
        let english = ("LANG", Some("en_US.UTF-8"));
        assert_eq!(locale(of(&[])), [english]);
        assert_eq!(locale(of(&[("LANG", "C.UTF-8"), ("LC_ALL", "")])), [english]);
        assert_eq!(
            locale(of(&[("LC_ALL", "POSIX"), ("LANG", "fr_FR.UTF-8")])),
            [("LC_ALL", None), english]
        );
    }

    #[test]
    fn the_fixed_environment_needs_no_second_start() {
        assert!(locale(of(&[("LANG", "en_US.UTF-8")])).is_empty());
        assert_eq!(renderer(of(&[(RENDERER, "1")]), false), None);
    }

    #[test]
    fn only_a_machine_without_graphics_loses_the_shared_buffers() {
        assert_eq!(renderer(of(&[]), false), Some((RENDERER, Some("1"))));
        assert_eq!(renderer(of(&[]), true), None);
        assert_eq!(renderer(of(&[(RENDERER, "0")]), false), None);
    }
}
