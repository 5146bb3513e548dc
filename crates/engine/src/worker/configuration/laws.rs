//! What is read, and what is refused on which line.

use std::time::Duration;

use super::*;

#[test]
fn a_whole_file_is_read() {
    let text = r#"
database = "sqlite:demo.db"
listen = "127.0.0.1:7411"

[worker]
concurrency = 3

[handlers."github.push"]
type = "http"
url = "http://127.0.0.1:7412/hooks/push"
timeout_seconds = 5
allow_private = true

[handlers.mail]
type = "http"
url = "https://hooks.example.com/mail"
"#;
    let read = Configuration::parse(text).unwrap();
    assert_eq!(
        (read.database.as_deref(), read.listen.as_deref()),
        (Some("sqlite:demo.db"), Some("127.0.0.1:7411"))
    );
    assert_eq!(read.concurrency, 3);
    let push = &read.handlers[&Kind::parse("github.push").unwrap()];
    assert_eq!(push.target.url().as_str(), "http://127.0.0.1:7412/hooks/push");
    assert_eq!((push.timeout, push.target.allow_private()), (Duration::from_secs(5), true));
    let mail = &read.handlers[&Kind::parse("mail").unwrap()];
    assert_eq!((mail.timeout, mail.target.allow_private()), (Duration::from_secs(30), false));
    assert_eq!(read.handlers().unwrap().len(), 2);
}

#[test]
fn an_empty_file_means_the_defaults() {
    assert_eq!(Configuration::parse("# nothing yet\n"), Ok(Configuration::default()));
}

#[test]
fn every_wrong_setting_is_refused_with_its_line_and_the_reason() {
    let handler = "[handlers.a]\ntype = \"http\"\nurl = \"https://example.com\"\n";
    let table = [
        ("colour = 1".to_owned(), 1, "colour"),
        ("[worker]\nconcurency = 8".to_owned(), 2, "concurency"),
        ("[worker]\n\nconcurrency = 0".to_owned(), 3, "between 1 and 1024"),
        ("[worker]\nconcurrency = -1".to_owned(), 2, "between 1 and 1024"),
        ("[worker]\nconcurrency = 1025".to_owned(), 2, "between 1 and 1024"),
        ("[worker]\nconcurrency = \"8\"".to_owned(), 2, "string"),
        ("[worker]\nconcurrency = 1.5".to_owned(), 2, "float"),
        ("[worker\n".to_owned(), 1, ""),
        ("listen = 1".to_owned(), 1, "string"),
        (format!("{handler}retries = 3"), 4, "retries"),
        (format!("{handler}timeout_seconds = 0"), 4, "between 1 and 3600"),
        (format!("{handler}allow_private = \"yes\""), 4, "bool"),
        (format!("{handler}{handler}"), 4, "duplicate"),
        ("[handlers.a]\nurl = \"https://example.com\"".to_owned(), 1, "type"),
        ("[handlers.a]\ntype = \"http\"".to_owned(), 1, "url"),
        ("[handlers.a]\ntype = \"exec\"\nurl = \"https://example.com\"".to_owned(), 2, "exec"),
        (
            "\n[handlers.\"a b\"]\ntype = \"http\"\nurl = \"https://example.com\"".to_owned(),
            2,
            "a b",
        ),
        ("[handlers.a]\ntype = \"http\"\nurl = \"ftp://example.com\"".to_owned(), 3, "http://"),
        (
            "[handlers.a]\ntype = \"http\"\nurl = \"http://2130706433/\"".to_owned(),
            3,
            "allow_private",
        ),
        (
            "[handlers.a]\ntype = \"http\"\nurl = \"http://u:p@example.com/\"".to_owned(),
            3,
            "password",
        ),
    ];
    for (text, line, reason) in table {
        let invalid = Configuration::parse(&text).unwrap_err();
        assert_eq!(invalid.line, line, "{text}\n{invalid}");
        assert!(invalid.reason.contains(reason), "{text}\n{invalid}");
        assert!(!invalid.to_string().contains('\n'), "{invalid}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = Configuration::read(Path::new("no/such/onceover.toml")).unwrap_err();
    assert!(error.to_string().starts_with("no/such/onceover.toml cannot be read: "));
}
