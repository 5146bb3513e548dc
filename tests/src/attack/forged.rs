//! Rows that only a database without guards would take.

use super::forge::{adjust, confirm};

const RESERVE: &str =
    "(select max(sequence) from entries where job_id = {succeeded} and kind = 'reserve')";
const CONFIRM: &str =
    "(select max(sequence) from entries where job_id = {succeeded} and kind = 'confirm')";

/// A second confirm of a job that was charged.
pub fn second_confirm() -> String {
    confirm().with("job_id", "{succeeded}").with("settles", RESERVE).sql()
}

/// A reverse of another size than what it reverses.
pub fn wrong_reverse() -> String {
    adjust().with("kind", "'reverse'").with("reverses", CONFIRM).sql()
}
