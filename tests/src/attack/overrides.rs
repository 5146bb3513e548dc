//! Overrides, votes and the audit: nobody alone does what takes two, and nothing runs unrecorded.

use super::Attack;
use super::forge::{audit, target, vote};

pub(super) fn attacks() -> Vec<Attack> {
    let mut attacks = vec![];
    let mut attack = |name: &str, sql: String| attacks.push(Attack::new(name, sql));
    let executed = || vote().with("kind", "'executed'").with("hash", "{zero}");
    attack("an override is executed without its votes", executed().sql());
    attack("the requester approves", vote().with("operator", "'ops'").sql());
    attack("the requester rejects", {
        vote().with("kind", "'rejected'").with("operator", "'ops'").with("reason", "'no'").sql()
    });
    attack("nobody approves", vote().with("operator", "null").sql());
    attack(
        "nobody rejects",
        vote().with("kind", "'rejected'").with("operator", "null").with("reason", "'no'").sql(),
    );
    attack("a rejection has no reason", vote().with("kind", "'rejected'").sql());
    attack(
        "a person votes twice",
        format!("{} {}", vote().sql(), vote().with("hash", "{zero}").sql()),
    );
    attack("a person approves and rejects", {
        format!(
            "{} {}",
            vote().sql(),
            vote().with("kind", "'rejected'").with("reason", "'no'").with("hash", "{zero}").sql()
        )
    });
    attack("an override is executed twice", {
        format!("{} {} {}", vote().sql(), executed().sql(), executed().with("hash", "{hash}").sql())
    });
    attack("an override is executed after it was withdrawn", {
        format!(
            "{} {} {}",
            vote().sql(),
            vote().with("kind", "'withdrawn'").with("hash", "{zero}").sql(),
            executed().sql()
        )
    });
    attack("an executed override gets another event", {
        vote().sql().replace("{pending}", "{done}")
    });
    attack("an event leaves a gap", vote().with("sequence", "l.sequence + 2").sql());
    attack("an event forks the chain", vote().with("sequence", "l.sequence").sql());
    attack("an event follows another hash", vote().with("previous_hash", "{zero}").sql());
    attack("an event is of a kind that there is not", vote().with("kind", "'blessed'").sql());

    attack("an override that waits gets a target", target().sql());
    attack(
        "an override that there is not gets a target",
        target().with("override_id", "{fresh}").sql(),
    );
    attack("a target is of another kind than its override", {
        target().with("override_id", "{done}").with("kind", "'discard'").sql()
    });
    attack("a target is of another tenant than its override", {
        target().with("override_id", "{done}").with("tenant_id", "'other'").sql()
    });
    attack("a target is used by two overrides", {
        format!(
            "{} {} {}",
            vote().sql(),
            executed().sql(),
            target().with("target", "{again as text}").sql()
        )
    });
    attack(
        "an executed override gets another target",
        target().with("override_id", "{done}").sql(),
    );
    attack("a limit's override gets another version", {
        target()
            .with("override_id", "{raised}")
            .with("kind", "'set_limit'")
            .with("target", "'sms'")
            .sql()
    });

    attack("the audit leaves a gap", audit().with("sequence", "l.sequence + 2").sql());
    attack("the audit forks", audit().with("sequence", "l.sequence").sql());
    attack(
        "the audit begins anew",
        audit().with("sequence", "1").with("previous_hash", "{zero}").sql(),
    );
    attack("the audit follows another hash", audit().with("previous_hash", "{zero}").sql());
    attacks
}

pub(super) fn controls() -> Vec<Attack> {
    vec![
        Attack::new("a vote of another person", vote().sql()),
        Attack::new("an execution after its vote", {
            format!(
                "{} {}",
                vote().sql(),
                vote().with("kind", "'executed'").with("hash", "{zero}").sql()
            )
        }),
        Attack::new("a line of the audit", audit().sql()),
    ]
}
