//! Rows made after a row that is there, right in everything but what the attack changes.

/// Columns and the expression each is filled with.
#[derive(Clone)]
pub(super) struct Forge {
    table: &'static str,
    columns: Vec<(&'static str, String)>,
    from: &'static str,
}

impl Forge {
    fn new(table: &'static str, from: &'static str, columns: &[(&'static str, &str)]) -> Self {
        let columns = columns.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Self { table, columns, from }
    }

    /// With another expression in one column.
    pub(super) fn with(mut self, column: &str, value: &str) -> Self {
        let found =
            self.columns.iter_mut().find(|(name, _)| *name == column).expect("a column of the row");
        value.clone_into(&mut found.1);
        self
    }

    /// The insert.
    pub(super) fn sql(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let values: Vec<&str> = self.columns.iter().map(|(_, value)| value.as_str()).collect();
        format!(
            "insert into {} ({}) select {} {};",
            self.table,
            names.join(", "),
            values.join(", "),
            self.from
        )
    }
}

/// The next entry of acme's account: a reserve of 10 units for the succeeded job, which holds none.
pub(super) fn reserve() -> Forge {
    Forge::new(
        "entries",
        "from entries as l where l.tenant_id = 'acme' and l.meter = 'emails' order by l.sequence desc limit 1",
        &[
            ("tenant_id", "l.tenant_id"),
            ("meter", "l.meter"),
            ("period_start", "l.period_start"),
            ("sequence", "l.sequence + 1"),
            ("kind", "'reserve'"),
            ("units", "10"),
            ("used_delta", "0"),
            ("reserved_delta", "10"),
            ("used", "l.used"),
            ("reserved", "l.reserved + 10"),
            ("job_id", "{succeeded}"),
            ("attempt", "1"),
            ("settles", "null"),
            ("reverses", "null"),
            ("limit_units", "6000"),
            ("limit_version", "2"),
            ("overage", "{no}"),
            ("actor", "'attacker'"),
            ("reason", "null"),
            ("reason_code", "null"),
            ("override_id", "null"),
            ("at", "l.at"),
            ("previous_hash", "l.hash"),
            ("hash", "{hash}"),
        ],
    )
}

/// A settlement of the queued job's open reservation of 100 units.
fn settlement(kind: &str, used: &str) -> Forge {
    reserve()
        .with("kind", kind)
        .with("units", "100")
        .with("used_delta", used)
        .with("reserved_delta", "-100")
        .with("used", &format!("l.used + {used}"))
        .with("reserved", "l.reserved - 100")
        .with("job_id", "{queued}")
        .with("settles", "(select sequence from open_reservations where job_id = {queued})")
        .with("limit_units", "null")
        .with("limit_version", "null")
}

pub(super) fn confirm() -> Forge {
    settlement("'confirm'", "100")
}

pub(super) fn cancel() -> Forge {
    settlement("'cancel'", "0")
}

/// A correction of the used total by -1; it lacks its override.
pub(super) fn adjust() -> Forge {
    reserve()
        .with("kind", "'adjust'")
        .with("units", "-1")
        .with("used_delta", "-1")
        .with("reserved_delta", "0")
        .with("used", "l.used - 1")
        .with("reserved", "l.reserved")
        .with("job_id", "null")
        .with("limit_units", "null")
        .with("limit_version", "null")
        .with("override_id", "{fresh}")
}

/// A new job of acme like the queued one, without a key.
pub(super) fn job() -> Forge {
    Forge::new(
        "jobs",
        "from jobs as l where l.id = {queued}",
        &[
            ("tenant_id", "l.tenant_id"),
            ("id", "{fresh}"),
            ("kind", "l.kind"),
            ("queue", "l.queue"),
            ("state", "'queued'"),
            ("priority", "0"),
            ("run_at", "l.run_at"),
            ("attempt", "0"),
            ("failures", "0"),
            ("max_attempts", "5"),
            ("generation", "1"),
            ("losses", "0"),
            ("releases", "0"),
            ("payload_revision", "1"),
            ("meter", "l.meter"),
            ("units", "l.units"),
            ("labels", "l.labels"),
            ("created_at", "l.created_at"),
            ("changed_at", "l.changed_at"),
            ("finished_at", "null"),
            ("cancel_requested", "{no}"),
            ("blocked", "{no}"),
            ("version", "1"),
        ],
    )
}

/// The next limit of acme's meter, by the override that raised it last time.
pub(super) fn limit() -> Forge {
    Forge::new(
        "limits",
        "from limits as l where l.tenant_id = 'acme' order by l.version desc limit 1",
        &[
            ("tenant_id", "l.tenant_id"),
            ("meter", "l.meter"),
            ("version", "l.version + 1"),
            ("units", "999999"),
            ("set_by", "'attacker'"),
            ("override_id", "{raised}"),
            ("set_at", "l.set_at"),
        ],
    )
}

/// A vote of the second operator for the waiting override.
pub(super) fn vote() -> Forge {
    Forge::new(
        "override_events",
        "from override_events as l where l.override_id = {pending} order by l.sequence desc limit 1",
        &[
            ("override_id", "l.override_id"),
            ("sequence", "l.sequence + 1"),
            ("kind", "'approved'"),
            ("operator", "'second'"),
            ("reason", "null"),
            ("at", "l.at"),
            ("previous_hash", "l.hash"),
            ("hash", "{hash}"),
        ],
    )
}

/// The target of the waiting override.
pub(super) fn target() -> Forge {
    Forge::new(
        "override_targets",
        "",
        &[
            ("override_id", "{pending}"),
            ("kind", "'requeue'"),
            ("tenant_id", "'acme'"),
            ("target", "{dead as text}"),
            ("version", "1"),
        ],
    )
}

/// The next line of the audit.
pub(super) fn audit() -> Forge {
    Forge::new(
        "audit",
        "from audit as l order by l.sequence desc limit 1",
        &[
            ("sequence", "l.sequence + 1"),
            ("at", "l.at"),
            ("actor", "'attacker'"),
            ("action", "l.action"),
            ("tenant_id", "l.tenant_id"),
            ("object", "l.object"),
            ("outcome", "l.outcome"),
            ("previous_hash", "l.hash"),
            ("hash", "{hash}"),
        ],
    )
}
