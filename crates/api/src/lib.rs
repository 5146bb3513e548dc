//! Operations, free of transport: who may, what exactly, load, decide, apply, answer.
//!
//! HTTP, the command line and the console are equal because they call the same functions of [`Api`]; permission is checked here.
//! Shapes on the wire are in [`dto`]; rules are in `onceover-domain`; transactions in `onceover-engine`.

pub mod dto;

mod api;
mod call;
mod caller;
mod dead_letter;
mod init;
mod job;
mod key;
mod ledger;
mod now;
mod overrides;
mod problem;
mod tenant;
mod verify;
mod view;

pub use api::Api;
pub use caller::Caller;
pub use init::Init;
pub use job::{
    ClaimRequest, Claims, CompleteRequest, FailRequest, HeartbeatRequest, JobPage, JobQuery,
    ReleaseRequest, SubmitRequest,
};
pub use key::{KeySummary, NewApiKey};
pub use ledger::{BalanceQuery, EntryPage, EntryQuery};
pub use onceover_store::Scope;
pub use tenant::SetLimitRequest;
