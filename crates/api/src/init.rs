//! Set-up of a workspace.

use onceover_domain::id::OperatorName;
use onceover_domain::operator::Operator;
use onceover_engine::transact;
use onceover_store::{Environment, Workspace};

use crate::dto::Problem;
use crate::{Api, problem};

/// What `init` makes.
#[derive(Debug, Clone)]
pub struct Init {
    /// Name of the workspace.
    pub name: String,
    /// `production`, `staging`, `test` or `local`.
    pub environment: String,
    /// The first operator.
    pub operator: String,
}

impl Api {
    /// Makes the workspace and its first operator; `false` if there is a workspace already (nothing is changed then).
    ///
    /// # Errors
    /// `request_invalid` for names that are none.
    pub async fn init(&self, init: Init) -> Result<bool, Problem> {
        let environment = Environment::parse(&init.environment).ok_or_else(|| {
            problem::invalid("`environment` must be production, staging, test or local")
        })?;
        let operator = OperatorName::parse(&init.operator).map_err(problem::invalid)?;
        // A workspace is named like everything else.
        let name = OperatorName::parse(&init.name).map_err(|error| {
            problem::invalid(error.to_string().replace("operator", "workspace"))
        })?;
        let made = transact(self.engine.store(), move |tx| {
            let (name, operator) = (name.clone(), operator.clone());
            Box::pin(async move {
                let created_at = tx.now().await?;
                let workspace = Workspace { name: name.to_string(), environment, created_at };
                let made = tx.insert_workspace(&workspace).await?;
                if made {
                    tx.insert_operator(&Operator { name: operator, created_at }).await?;
                }
                Ok::<_, onceover_store::StoreError>(made)
            })
        });
        Ok(made.await?)
    }
}
