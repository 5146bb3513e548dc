//! Aligned columns for people.

use std::fmt::Write as _;

use crate::output::clean;

/// Longest text of one cell.
const WIDEST: usize = 72;

/// Rows under their headers; columns whose header begins with `>` are aligned to the right.
pub fn table(headers: &[&str], rows: &[Vec<String>]) -> String {
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| cut(&clean(cell))).collect()).collect();
    let titles: Vec<String> =
        headers.iter().map(|header| header.trim_start_matches('>').to_uppercase()).collect();
    let width = |column: usize| {
        let of = |row: &Vec<String>| row.get(column).map_or(0, |cell| cell.chars().count());
        cells.iter().map(of).max().unwrap_or(0).max(titles[column].chars().count())
    };
    let widths: Vec<usize> = (0..headers.len()).map(width).collect();
    let mut text = String::new();
    for row in std::iter::once(&titles).chain(&cells) {
        let mut line = String::new();
        for ((cell, width), header) in row.iter().zip(&widths).zip(headers) {
            let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
            let (before, after) =
                if header.starts_with('>') { (pad, String::new()) } else { (String::new(), pad) };
            let written = write!(line, "{before}{cell}{after}  ");
            debug_assert!(written.is_ok(), "a text takes what is written to it");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Names and what they stand for, one a line.
pub fn facts(facts: &[(&str, String)]) -> String {
    let width = facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    facts.iter().map(|(name, value)| format!("{name:width$}  {}\n", clean(value))).collect()
}

fn cut(text: &str) -> String {
    if text.chars().count() <= WIDEST {
        return text.to_owned();
    }
    text.chars().take(WIDEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_numbers_stand_to_the_right() {
        let rows =
            [vec!["acme".to_owned(), "7".to_owned()], vec!["b".to_owned(), "1000".to_owned()]];
        assert_eq!(
            table(&["tenant", ">jobs"], &rows),
            "TENANT  JOBS\nacme       7\nb       1000\n"
        );
    }
}
