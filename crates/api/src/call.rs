//! One operation, one name: the table the console calls through.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dto::{JobRef, Problem};
use crate::{Api, Caller, problem};

impl Api {
    /// Carries out the operation of this name; payload and answer are JSON text, so that no digit is lost on the way.
    ///
    /// # Errors
    /// `operation_unknown`, `request_invalid`, or what the operation refuses.
    pub async fn call(
        &self,
        caller: &Caller,
        operation: &str,
        payload: &str,
    ) -> Result<String, Problem> {
        match operation {
            "workspace.get" => answer(self.workspace(caller).await?),
            "now.get" => answer(self.now(caller).await?),
            "job.list" => answer(self.job_list(caller, read(payload)?).await?),
            "job.get" => answer(self.job_detail(caller, &read::<JobRef>(payload)?.id).await?),
            "job.requeue_plan" => {
                answer(self.requeue_plan(caller, &read::<JobRef>(payload)?.id).await?)
            }
            "job.requeue" => answer(self.requeue(caller, read(payload)?).await?),
            "dead_letter.groups" => answer(self.dead_letter_groups(caller).await?),
            "dead_letter.group" => answer(self.dead_letter_group(caller, read(payload)?).await?),
            "ledger.accounts" => answer(self.accounts(caller, None).await?),
            "ledger.get" => answer(self.ledger(caller, read(payload)?).await?),
            _ => Err(Problem::new(
                404,
                "operation_unknown",
                "There is no such operation",
                format!("{operation:?} is not an operation of this version"),
            )),
        }
    }
}

fn read<T: DeserializeOwned>(payload: &str) -> Result<T, Problem> {
    serde_json::from_str(payload).map_err(problem::invalid)
}

fn answer<T: Serialize>(value: T) -> Result<String, Problem> {
    serde_json::to_string(&value).map_err(|error| {
        tracing::error!(%error, "an answer could not be written");
        Problem::new(
            500,
            "internal",
            "Something broke",
            "the answer could not be written; nothing was changed by reading",
        )
    })
}
