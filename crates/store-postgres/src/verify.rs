//! The checks of `verify` that are one query each; a check is named like its file.

use onceover_store::{StoreError, VerifyRow};

use crate::link::Link;

/// Runs the check of this name, if there is one.
macro_rules! run {
    ($link:expr, $check:expr, $($name:literal => $file:literal),+ $(,)?) => {
        match $check {
            $($name => $link.run(|c| sqlx::query_file_as!(VerifyRow, $file).fetch_all(c)).await,)+
            _ => Err(StoreError::Failed(format!("there is no check named {:?}", $check))),
        }
    };
}

pub(crate) async fn check(link: &mut Link, check: &str) -> Result<Vec<VerifyRow>, StoreError> {
    run!(
        link, check,
        "one_confirm_per_job" => "queries/verify/one_confirm_per_job.sql",
        "succeeded_is_charged_once" => "queries/verify/succeeded_is_charged_once.sql",
        "final_holds_nothing" => "queries/verify/final_holds_nothing.sql",
        "open_reservation_has_live_job" => "queries/verify/open_reservation_has_live_job.sql",
        "reserved_is_sum_of_open" => "queries/verify/reserved_is_sum_of_open.sql",
        "override_authority" => "queries/verify/override_authority.sql",
        "limits_agree" => "queries/verify/limits_agree.sql",
        "tenants_agree" => "queries/verify/tenants_agree.sql",
        "keys_point_at_their_job" => "queries/verify/keys_point_at_their_job.sql",
        "attempts_agree" => "queries/verify/attempts_agree.sql",
    )
}
