//! The laws that a store and the engine on it keep, written once and run on each database.
//!
//! Each law is a function named by its sentence; [`conformance!`](crate::conformance!) makes a test of every one of them for one
//! backend. A law gets a fresh [`World`](crate::world::World) and nothing else. Nothing waits for time to pass: the clock is
//! turned by hand and transactions are held at named calls.
#![expect(missing_docs, reason = "each law's name is its sentence")]
#![expect(clippy::unwrap_used, reason = "a step that fails is a law that is broken")]

pub mod bytes;
pub mod claims;
pub mod death;
pub mod finishes;
pub mod hangups;
pub mod keys;
pub mod leases;
pub mod limits;
pub mod neighbours;
pub mod races;
pub mod requeues;
pub mod storms;

/// One test a law for `Sqlite` or `Postgres`.
#[macro_export]
macro_rules! conformance {
    ($backend:ident) => {
        $crate::conformance! { $backend, hold:
            keys {
                a_new_key_makes_a_job_and_a_repeat_finds_it_in_every_state
                another_request_under_a_used_key_is_refused_with_the_paths_that_differ
                a_refused_request_leaves_nothing_but_its_log_line
                a_key_whose_first_request_was_refused_may_be_sent_again_and_can_succeed
                two_tenants_with_one_key_never_meet
                one_tenant_with_two_credentials_shares_its_keys
                a_key_repeated_inside_one_batch_makes_one_job
                a_key_refused_first_and_then_fitting_inside_one_batch_makes_the_second_job
                requests_without_a_key_are_never_one
            }
            limits {
                six_times_a_thousand_of_five_thousand_are_five
                fifty_at_once_of_a_thousand_of_five_thousand_are_five
                a_denial_carries_the_numbers_it_was_judged_by
                a_reservation_is_judged_by_the_limit_in_force_when_its_account_is_locked
                the_first_limit_is_set_up_and_every_later_one_an_override
                a_limit_that_was_seen_before_it_changed_is_stale
                a_limit_may_be_lowered_below_what_is_used
                units_held_for_a_job_that_starts_later_are_reserved_by_its_claim
            }
            claims {
                jobs_are_taken_by_priority_then_due_time_then_age
                a_job_is_not_taken_before_it_is_due
                a_claim_takes_only_from_its_queues_kinds_and_tenant
                sixty_four_claimers_never_share_a_job
                a_repeated_claim_returns_the_same_leases_while_they_last
                twins_of_one_claim_request_get_the_same_leases
            }
            finishes {
                a_completed_job_is_charged_what_it_used_and_the_rest_goes_back
                more_than_is_reserved_is_refused_and_the_worker_may_complete_again
                a_repeated_complete_gets_the_first_answer_and_is_not_charged_again
                a_failed_job_waits_and_becomes_a_dead_letter_when_nothing_is_left
                a_released_job_waits_again_without_a_failure
                a_cancelled_job_gives_its_units_back
                a_job_cancelled_while_it_runs_ends_cancelled_unless_it_succeeds
                a_job_of_another_tenant_is_as_if_it_did_not_exist
            }
            leases {
                a_heartbeat_keeps_the_lease
                a_worker_that_lost_its_lease_changes_nothing
                a_worker_that_lost_its_lease_before_the_rescuer_came_changes_nothing
                a_killed_worker_s_job_runs_again_after_its_lease_and_is_charged_once
                a_job_that_kills_its_worker_ends_as_a_dead_letter_and_others_complete
                a_worker_of_the_same_name_does_not_hide_the_jobs_of_the_one_before
                a_rescuer_that_comes_while_a_job_finishes_moves_nothing
                a_rescuer_that_came_first_wins_and_the_worker_is_told
            }
            races {
                of_twenty_confirms_at_once_one_settles_in_every_round
                of_confirms_against_cancels_one_settles_in_every_round
                of_twenty_requeues_at_once_one_runs
                of_twenty_claims_of_one_job_one_starts_it
            }
            requeues {
                a_requeued_job_keeps_its_hold_succeeds_and_is_charged_once
                a_requeue_of_what_was_not_seen_is_stale_and_recorded
                a_requeue_repeated_by_its_request_id_runs_once
                a_request_id_names_one_request
                only_a_dead_letter_is_requeued
                an_operator_nobody_knows_does_nothing
                a_reason_is_required
            }
            neighbours {
                a_job_the_database_refuses_does_not_fail_its_neighbours
                a_finish_the_database_refuses_does_not_fail_its_neighbours
                a_lock_that_was_in_the_way_is_waited_for_again
            }
            death {
                a_process_that_dies_before_the_commit_leaves_nothing_and_the_key_works
                a_process_that_dies_after_the_commit_has_made_the_job_and_the_key_finds_it
                an_unknown_commit_is_told_as_unknown_to_all
                a_process_that_dies_while_finishing_leaves_the_lease_to_run_out
                a_process_that_dies_while_requeueing_leaves_a_dead_letter_or_a_requeued_job
            }
            bytes {
                every_digit_of_a_payload_survives_submit_claim_and_requeue
                every_escape_of_a_payload_survives
                an_error_of_any_text_is_stored_and_the_job_reaches_its_end
                a_label_may_hold_any_text
                a_result_of_any_json_is_stored
            }
            storms {
                ten_thousand_submits_of_one_key_make_one_job
                a_hundred_distinct_submits_at_once_all_have_their_job
                a_mixed_storm_conserves_units
            }
        }
        $crate::conformance! { $backend, hold_narrow:
            hangups {
                a_caller_who_hangs_up_while_submitting_leaves_a_clean_pool
                a_caller_who_hangs_up_while_claiming_leaves_a_clean_pool
                a_caller_who_hangs_up_while_completing_leaves_a_clean_pool
                a_caller_who_hangs_up_while_requeueing_leaves_a_clean_pool
                a_transaction_dropped_at_any_moment_is_undone_or_whole
                a_read_dropped_at_any_moment_gives_its_connection_back
            }
        }
    };
    ($backend:ident, $hold:ident: $($noun:ident { $($law:ident)* })*) => {$(
        mod $noun {
            $(#[tokio::test]
            async fn $law() {
                use $crate::world::{Backend, World};
                World::$hold(Backend::$backend, async |world| $crate::conformance::$noun::$law(world).await).await;
            })*
        }
    )*};
}
