//! `verify`.

use onceover_api::dto::Verification;

use crate::arguments::Common;
use crate::command::desk;
use crate::failure::{Exit, Failure};
use crate::output::{self, clean};

pub async fn run(common: &Common) -> Result<Exit, Failure> {
    let desk = desk(common).await?;
    let report = desk.api.verify(&desk.operator).await?;
    output::print(common.json, &report, || human(&report))?;
    Ok(if report.ok { Exit::Done } else { Exit::Refused })
}

fn human(report: &Verification) -> String {
    let mut text = String::new();
    for check in &report.checks {
        let found = check.violations.len();
        let verdict = if found == 0 { "ok".to_owned() } else { format!("{found} VIOLATIONS") };
        text.push_str(&format!("{:32} {verdict}\n", check.name));
        for violation in &check.violations {
            text.push_str(&format!("    {}\n", clean(violation)));
        }
    }
    text.push_str(if report.ok { "Everything agrees." } else { "Some rows disagree." });
    text
}
