//! Units for people: the decimal point is put into the digits; nothing is computed.

/// `units` in the meter's smallest unit, shown with `scale` decimal places.
pub fn decimal(units: &str, scale: u8) -> String {
    let scale = usize::from(scale);
    let (sign, digits) = units.strip_prefix('-').map_or(("", units), |digits| ("-", digits));
    if scale == 0 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return units.to_owned();
    }
    let digits = format!("{digits:0>width$}", width = scale + 1);
    let (whole, part) = digits.split_at(digits.len() - scale);
    format!("{sign}{whole}.{part}")
}

/// As [`decimal`]; a job without units shows nothing.
pub fn decimal_of(units: Option<&str>, scale: Option<u8>) -> String {
    units.map(|units| decimal(units, scale.unwrap_or(0))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_of_a_64_bit_number_is_kept() {
        assert_eq!(decimal("9223372036854775807", 2), "92233720368547758.07");
        assert_eq!(decimal("-9223372036854775808", 9), "-9223372036.854775808");
        assert_eq!(decimal("5", 2), "0.05");
        assert_eq!(decimal("-5", 3), "-0.005");
        assert_eq!(decimal("12", 0), "12");
    }
}
