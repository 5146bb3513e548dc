//! `init`.

use onceover_api::dto::Workspace;
use serde::Serialize;

use crate::failure::{Exit, Failure};
use crate::{arguments, name, open, output, settings};

#[derive(Serialize)]
struct Made {
    created: bool,
    #[serde(flatten)]
    workspace: Workspace,
}

pub async fn run(arguments: arguments::Init) -> Result<Exit, Failure> {
    let url = settings::database(&arguments.common)?;
    let api = open::database(&url).await?;
    let init = onceover_api::Init {
        name: arguments.name,
        environment: arguments.environment,
        operator: arguments.operator.unwrap_or_else(name::account),
    };
    let created = api.init(init).await?;
    let operator = api.local_operator().await?;
    let workspace = api.workspace(&operator).await?;
    output::print(arguments.common.json, &Made { created, workspace: workspace.clone() }, || {
        let Workspace { name, operator, .. } = &workspace;
        if created {
            format!("The workspace {name} is set up; its operator is {operator}.")
        } else {
            format!(
                "There is the workspace {name} already, with the operator {operator}; nothing was changed."
            )
        }
    })?;
    Ok(Exit::Done)
}
