//! Every state x every command, for a job that holds its units: third attempt, two failures of five, generation 2.
//!
//! A cell reads `state fFAILURES gGENERATION rREVISION [outcome of the attempt] postings`, `repeat`, or `!code` of the refusal.

use onceover_domain::job::State;

use crate::sample::{commands, decided, job, shown};

/// Columns in the order of [`STATES`].
const STATES: [State; 6] = [
    State::Queued,
    State::Running,
    State::Succeeded,
    State::Failed,
    State::DeadLetter,
    State::Cancelled,
];

const NO: &str = "!wrong_state";
const LOST: &str = "!lease_lost";

#[rustfmt::skip]
const TABLE: [(&str, [&str; 6]); 18] = [
    // command               queued                   running                                    succeeded  failed                   dead_letter                            cancelled
    ("claim",              ["running f2 g2 r1",       NO,                                        NO,        "running f2 g2 r1",      NO,                                    NO]),
    ("heartbeat",          [LOST,                     "running f2 g2 r1",                        LOST,      LOST,                    LOST,                                  LOST]),
    ("complete",           [LOST,                     "succeeded f2 g2 r1 [succeeded] confirm all", LOST,   LOST,                    LOST,                                  LOST]),
    ("complete 40",        [LOST,                     "succeeded f2 g2 r1 [succeeded] confirm 40", LOST,    LOST,                    LOST,                                  LOST]),
    ("complete 101",       [LOST,                     "!exceeds_reservation",                    LOST,      LOST,                    LOST,                                  LOST]),
    ("complete -1",        [LOST,                     "!units_invalid",                          LOST,      LOST,                    LOST,                                  LOST]),
    ("fail",               [LOST,                     "failed f3 g2 r1 [failed]",                LOST,      LOST,                    LOST,                                  LOST]),
    ("fail for good",      [LOST,                     "dead_letter f3 g2 r1 [failed]",           LOST,      LOST,                    LOST,                                  LOST]),
    ("release",            [LOST,                     "queued f2 g2 r1 [released]",              LOST,      LOST,                    LOST,                                  LOST]),
    // Its lease has not ended: the rescuer came too early.
    ("expire",             [LOST,                     LOST,                                      LOST,      LOST,                    LOST,                                  LOST]),
    ("cancel",             ["cancelled f2 g2 r1 cancel", "running f2 g2 r1 flagged",             NO,        "cancelled f2 g2 r1 cancel", NO,                                "repeat"]),
    ("requeue",            [NO,                       NO,                                        NO,        NO,                      "queued f0 g3 r1",                     NO]),
    ("edit and requeue",   [NO,                       NO,                                        NO,        NO,                      "queued f0 g3 r2",                     NO]),
    ("release hold",       [NO,                       NO,                                        NO,        NO,                      "dead_letter f2 g2 r1 cancel",         NO]),
    ("discard",            [NO,                       NO,                                        NO,        NO,                      "cancelled f2 g2 r1 cancel",           NO]),
    ("discard and charge", [NO,                       NO,                                        NO,        NO,                      "cancelled f2 g2 r1 confirm all",      NO]),
    ("mark succeeded",     [NO,                       NO,                                        NO,        NO,                      "succeeded f2 g2 r1 confirm all",      NO]),
    ("mark succeeded 40",  [NO,                       NO,                                        NO,        NO,                      "succeeded f2 g2 r1 confirm 40",       NO]),
];

#[test]
fn every_state_answers_every_command_as_the_specification_says() {
    let commands = commands();
    assert_eq!(commands.len(), TABLE.len(), "every command has its row");
    let mut wrong = vec![];
    for ((name, command), (row, cells)) in commands.iter().zip(TABLE) {
        assert_eq!(*name, row, "rows and commands come in the same order");
        for (state, expected) in STATES.into_iter().zip(cells) {
            let found = shown(&decided(&job(state), command));
            if found != expected {
                wrong.push(format!("{name} of a {state} job: {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_columns_are_all_the_states_there_are() {
    assert_eq!(STATES, State::ALL);
}

#[test]
fn a_change_is_one_version_later_and_keeps_what_a_job_is() {
    for state in State::ALL {
        for (name, command) in commands() {
            let before = job(state);
            let Ok(onceover_domain::job::Decision::Change(change)) = decided(&before, &command)
            else {
                continue;
            };
            let after = change.job;
            assert_eq!(after.version, before.version + 1, "{name} of a {state} job");
            let identity = |job: &onceover_domain::job::Job| {
                (
                    job.id,
                    job.tenant.clone(),
                    job.kind.clone(),
                    job.meter.clone(),
                    job.units,
                    job.key.clone(),
                    job.created_at,
                )
            };
            assert_eq!(identity(&after), identity(&before), "{name} of a {state} job");
            assert!(after.attempt >= before.attempt, "attempt numbers are never reused ({name})");
            assert_eq!(
                after.finished_at.is_some(),
                after.state.is_final(),
                "{name} of a {state} job"
            );
            assert_eq!(
                after.lease.is_some(),
                after.state == State::Running,
                "{name} of a {state} job"
            );
        }
    }
}

#[test]
fn succeeded_and_cancelled_are_final_without_exception() {
    for state in [State::Succeeded, State::Cancelled] {
        for (name, command) in commands() {
            for cancel_requested in [false, true] {
                let before = onceover_domain::job::Job { cancel_requested, ..job(state) };
                let decision = decided(&before, &command);
                assert!(
                    !matches!(decision, Ok(onceover_domain::job::Decision::Change(_))),
                    "{name} changed a {state} job"
                );
            }
        }
    }
}
