//! Units: checked whole numbers of a meter's smallest unit. No float, no silent clamp.

use std::fmt;

use serde::{Serialize, Serializer};

/// A signed amount in the smallest unit of its meter.
///
/// JSON shows it as a string, since most clients round numbers above 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Units(pub i64);

/// The result does not fit 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sum of units does not fit 64 bits")]
pub struct Overflow;

impl Units {
    /// None at all.
    pub const ZERO: Self = Self(0);

    /// The sum.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn plus(self, other: Self) -> Result<Self, Overflow> {
        self.0.checked_add(other.0).map(Self).ok_or(Overflow)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn minus(self, other: Self) -> Result<Self, Overflow> {
        self.0.checked_sub(other.0).map(Self).ok_or(Overflow)
    }

    /// The amount with its sign turned.
    ///
    /// # Errors
    /// [`Overflow`] for `i64::MIN`.
    pub fn negated(self) -> Result<Self, Overflow> {
        self.0.checked_neg().map(Self).ok_or(Overflow)
    }

    /// True below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }
}

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_past_64_bits_is_an_error_and_never_wraps() {
        assert_eq!(Units(i64::MAX).plus(Units(1)), Err(Overflow));
        assert_eq!(Units(i64::MIN).minus(Units(1)), Err(Overflow));
        assert_eq!(Units(i64::MIN).negated(), Err(Overflow));
        assert_eq!(Units(2).minus(Units(5)), Ok(Units(-3)));
    }

    #[test]
    fn units_cross_json_as_text() {
        assert_eq!(
            serde_json::to_string(&Units(9_007_199_254_740_993)).unwrap(),
            "\"9007199254740993\""
        );
    }
}
