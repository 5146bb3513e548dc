//! What the reader lets through untouched, and what it refuses.

use super::*;

fn reason(text: impl AsRef<[u8]>) -> Option<Reason> {
    read(text.as_ref()).err().map(|invalid| invalid.reason)
}

#[test]
fn every_value_keeps_exactly_the_text_it_was_written_with() {
    let texts = [
        r#"{"id":1234567890123456789,"n":9007199254740993,"neg":-9223372036854775808,"u":18446744073709551615}"#,
        r#"{"a":"x\u0000y","\u0000":1,"literal":"\\u0000"}"#,
        r#"["\ud83d","\ude00\ud83d","\ud83d\ude00","😀"]"#,
        "[1e308,1e309,-1E+400,0.1000,-0,-0.0e-0,123456789012345678901234567890.5]",
        "[true,false,null,\"\",[],{}]",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\u{7f}\u{2028}\"",
        "0",
    ];
    for text in texts {
        let spaced = format!(" \t\r\n{text}\n ");
        assert_eq!(read(spaced.as_bytes()).unwrap().text, text);
    }
    let node = read(texts[0].as_bytes()).unwrap();
    let values: Vec<_> = node.members().unwrap().iter().map(|member| member.node.text).collect();
    assert_eq!(
        values,
        ["1234567890123456789", "9007199254740993", "-9223372036854775808", "18446744073709551615"]
    );
}

#[test]
fn nesting_to_128_is_read_and_anything_deeper_is_refused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for levels in [1, 127, 128] {
            let text = format!("{}1{}", open.repeat(levels), close.repeat(levels));
            assert_eq!(read(text.as_bytes()).unwrap().canonical(), text);
        }
        for levels in [129, 10_000, 1_000_000] {
            assert_eq!(reason(open.repeat(levels)), Some(Reason::TooDeep), "{levels}");
        }
    }
    assert!(read(format!("[{}]", vec!["[[]]"; 1000].join(",")).as_bytes()).is_ok());
}

#[test]
fn a_key_twice_in_one_object_is_refused_however_it_is_spelled() {
    for text in [
        r#"{"a":1,"a":1}"#,
        r#"{"a":1,"b":2,"\u0061":3}"#,
        r#"{"":1,"":2}"#,
        r#"{"/":1,"\/":2}"#,
        r#"{"\ud83d\ude00":1,"😀":2}"#,
        r#"{"\ud83d":1,"\uD83D":2}"#,
        r#"[{"deep":{"x":1,"y":{},"x":2}}]"#,
    ] {
        assert!(matches!(reason(text), Some(Reason::DuplicateKey(_))), "{text}");
    }
    assert_eq!(
        read(r#"{"b":1,"a":2,"b":3}"#.as_bytes()).unwrap_err().offset,
        13,
        "the second one is pointed at"
    );
    assert_eq!(reason(r#"{"a":{"a":1},"A":2,"\ud83d":3,"\ude00":4,"�":5}"#), None);
}

#[test]
fn invalid_utf_8_is_refused_wherever_it_stands() {
    for bytes in [
        b"\"\xff\"".as_slice(),
        b"{\"\xc3\":1}",
        b"\"\xed\xa0\xbd\"",
        b"\"\xc0\x80\"",
        b"\xef",
        b"\"\xf4\x90\x80\x80\"",
    ] {
        assert_eq!(reason(bytes), Some(Reason::NotUtf8), "{bytes:?}");
    }
}

#[test]
fn what_is_no_json_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "{\"a\" 1}",
        "[1 2]",
        "1 2",
        "{}{}",
        "]",
        "\"",
        "\"a",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u+123\"",
        "\"\n\"",
        "\"\0\"",
        "01",
        "-",
        "-01",
        "+1",
        ".5",
        "1.",
        "1.e1",
        "1e",
        "1e+",
        "0x1",
        "NaN",
        "Infinity",
        "tru",
        "True",
        "nulll",
        "'a'",
        "/**/1",
        "\u{feff}1",
        "\u{a0}1",
        "1\u{c}",
        "\\u0031",
    ] {
        assert!(matches!(reason(text), Some(Reason::Syntax(_))), "{text:?}");
    }
}

#[test]
fn canonical_text_sorts_keys_drops_space_and_changes_nothing_else() {
    let text =
        "{ \"b\" : [ 1.0 , \"\\u0041 \\/\" ] , \"\\u0061\" : { \"z\" : null , \"\" : 1E2 } }";
    assert_eq!(
        read(text.as_bytes()).unwrap().canonical(),
        r#"{"\u0061":{"":1E2,"z":null},"b":[1.0,"\u0041 \/"]}"#
    );
}

#[test]
fn canonical_text_is_its_own_canonical_text() {
    for text in [r#"{"b":{"y":1,"x":[{"q":1,"p":2}]},"a":"\ud800"}"#, "[ ]", "{ }", " 1 "] {
        let once = read(text.as_bytes()).unwrap().canonical();
        assert_eq!(read(once.as_bytes()).unwrap().canonical(), once);
    }
}

#[test]
fn a_text_that_is_quoted_reads_back_as_itself() {
    for text in ["", "plain", "\"\\\u{0}\n\u{1f}/é😀"] {
        let json = quoted(text);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        assert!(read(json.as_bytes()).is_ok());
    }
}
