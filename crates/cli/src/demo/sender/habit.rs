//! How often a client sends one request, and when.

use std::time::Duration;

use rand::RngExt as _;
use rand::rngs::StdRng;

/// What happens to one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habit {
    /// Copies sent at the same moment: a double click, two replicas of one sender.
    pub at_once: u32,
    /// Sent once more after a while: a retry after a lost answer.
    pub again_after: Option<Duration>,
    /// Sent with another body under the same key: a mistake of the client's.
    pub changed_after: Option<Duration>,
}

impl Habit {
    /// One in eight comes two or three times at once, one in ten again later, one in a hundred with another body.
    pub fn choose(random: &mut StdRng) -> Self {
        let mut pause = |share: f64, most: u64| {
            let seconds = random.random_range(2..=most);
            random.random_bool(share).then(|| Duration::from_secs(seconds))
        };
        let (again_after, changed_after) = (pause(0.1, 25), pause(0.01, 8));
        let at_once = if random.random_bool(0.125) { random.random_range(2..=3) } else { 1 };
        Self { at_once, again_after, changed_after }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;

    #[test]
    fn most_requests_come_once_and_every_habit_is_seen() {
        let mut random = StdRng::seed_from_u64(1);
        let habits: Vec<_> = (0..1_000).map(|_| Habit::choose(&mut random)).collect();
        let count = |is: fn(&Habit) -> bool| habits.iter().filter(|habit| is(habit)).count();
        assert!(count(|habit| habit.at_once == 1 && habit.again_after.is_none()) > 700);
        for seen in [
            count(|habit| habit.at_once == 2),
            count(|habit| habit.at_once == 3),
            count(|habit| habit.again_after.is_some()),
            count(|habit| habit.changed_after.is_some()),
        ] {
            assert!(seen > 0);
        }
    }
}
