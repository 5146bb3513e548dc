//! The system account, as the name of an operator.

/// Who runs this program, made into a valid name.
pub fn account() -> String {
    let named = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    clean(&named.or_else(of_the_system).unwrap_or_default())
}

/// Without these variables (services, containers) the system still knows.
#[cfg(unix)]
fn of_the_system() -> Option<String> {
    let id = rustix::process::getuid().as_raw().to_string();
    let accounts = std::fs::read_to_string("/etc/passwd").ok()?;
    let mut accounts = accounts.lines().map(|line| line.split(':'));
    accounts.find_map(|mut account| {
        let name = account.next()?;
        (account.nth(1)? == id).then(|| name.to_owned())
    })
}

#[cfg(not(unix))]
fn of_the_system() -> Option<String> {
    None
}

/// What no name may hold becomes a dash.
fn clean(account: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || "._-:".contains(c) { c } else { '-' };
    let name: String = account.chars().map(allowed).collect();
    let name: String =
        name.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).chars().take(64).collect();
    if name.is_empty() { "operator".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_account_becomes_a_name() {
        assert_eq!(clean("jana"), "jana");
        assert_eq!(clean("DOMAIN\\jana novák"), "DOMAIN-jana-nov-k");
        assert_eq!(clean("_www"), "www");
        assert_eq!(clean("žž"), "operator");
        assert_eq!(clean(&"x".repeat(99)).len(), 64);
    }
}
