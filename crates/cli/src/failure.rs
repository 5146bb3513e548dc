//! How a command ends badly: one sentence that says what to do, and an exit code that scripts rely on.

use std::io::Write as _;
use std::process::ExitCode;

use onceover_api::dto::Problem;
use onceover_store::StoreError;
use serde::Serialize;

use crate::output::clean;

/// Exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// A rule said no, or `verify` found something.
    Refused = 1,
    /// It could not be run.
    CouldNot = 2,
    /// It waits for approval.
    Waits = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A command that did not end well.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    problem: Problem,
}

#[derive(Serialize)]
struct Report<'a> {
    error: &'a Problem,
}

impl Failure {
    /// It could not be run at all.
    pub fn could_not(code: &str, detail: impl std::fmt::Display) -> Self {
        let problem = Problem::new(500, code, "The command could not be run", detail);
        Self { exit: Exit::CouldNot, problem }
    }

    /// What was typed makes no sense.
    pub fn usage(detail: impl std::fmt::Display) -> Self {
        let problem = Problem::new(400, "usage", "The command is not valid", detail);
        Self { exit: Exit::CouldNot, problem }
    }

    /// Says so on stderr.
    pub fn report(&self, json: bool) -> ExitCode {
        let mut stderr = std::io::stderr().lock();
        let written = if json {
            let text = serde_json::to_string(&Report { error: &self.problem });
            text.map_err(std::io::Error::from).and_then(|text| writeln!(stderr, "{text}"))
        } else {
            writeln!(stderr, "error: {}", clean(&self.problem.detail))
        };
        // With stderr closed nobody is told but by the exit code.
        drop(written);
        self.exit.into()
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let broken = problem.status >= 500 || problem.code == "not_initialized";
        Self { exit: if broken { Exit::CouldNot } else { Exit::Refused }, problem }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match error {
            StoreError::Unusable(_) => "database_unusable",
            StoreError::Unavailable(_)
            | StoreError::Busy(_)
            | StoreError::CommitUnknown(_)
            | StoreError::Refused(_)
            | StoreError::Conflict(_)
            | StoreError::Failed(_) => "database_unavailable",
        };
        Self::could_not(code, error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(failure) => failure,
            Err(error) => Self::could_not("failed", format!("{error:#}")),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.problem.detail)
    }
}

impl std::error::Error for Failure {}

/// What clap says of arguments that it does not take; help and version are no failure.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || !std::env::args().any(|argument| argument == "--json") {
        if let Err(error) = error.print() {
            drop(error);
        }
        return if error.use_stderr() { Exit::CouldNot.into() } else { Exit::Done.into() };
    }
    let text = error.to_string();
    let detail = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    Failure::usage(format!("{detail}; `onceover help` says what can be typed")).report(true)
}
