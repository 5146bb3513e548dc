//! The workspace, its operators and API keys.

use async_trait::async_trait;
use onceover_domain::id::{OperatorName, TenantId};
use onceover_domain::operator::Operator;
use onceover_domain::time::Time;
use onceover_store::{
    ApiKey, Environment, OperatorReads, OperatorWrites, Scope, StoreError, Workspace,
};

use crate::row::{column, damaged, word};
use crate::transaction::Session;

struct ApiKeyRecord {
    id: String,
    tenant_id: Option<String>,
    name: String,
    scopes: String,
    secret_hash: Vec<u8>,
    created_at: i64,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
}

impl ApiKeyRecord {
    fn key(self) -> Result<ApiKey, StoreError> {
        let scopes = self
            .scopes
            .split(',')
            .map(|scope| word(scope, Scope::parse, "scope"))
            .collect::<Result<_, _>>()?;
        Ok(ApiKey {
            id: self.id,
            tenant: self.tenant_id.map(TenantId::stored),
            name: self.name,
            scopes,
            secret_hash: self.secret_hash.try_into().map_err(|_| damaged("key hash"))?,
            created_at: Time(self.created_at),
            expires_at: self.expires_at.map(Time),
            revoked_at: self.revoked_at.map(Time),
        })
    }
}

#[async_trait]
impl OperatorReads for Session {
    async fn workspace(&mut self) -> Result<Option<Workspace>, StoreError> {
        let row = self
            .link
            .run(|c| sqlx::query_file!("queries/operator/workspace.sql").fetch_optional(c))
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Workspace {
            name: row.name,
            environment: word(&row.environment, Environment::parse, "environment")?,
            created_at: Time(row.created_at),
        }))
    }

    async fn operators(&mut self) -> Result<Vec<Operator>, StoreError> {
        let rows = self
            .link
            .run(|c| sqlx::query_file!("queries/operator/operators.sql").fetch_all(c))
            .await?;
        let operator =
            |name, at| Operator { name: OperatorName::stored(name), created_at: Time(at) };
        Ok(rows.into_iter().map(|row| operator(row.name, row.created_at)).collect())
    }

    async fn api_key(&mut self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        let query = sqlx::query_file_as!(ApiKeyRecord, "queries/operator/api_key.sql", id);
        self.link.run(|c| query.fetch_optional(c)).await?.map(ApiKeyRecord::key).transpose()
    }

    async fn api_keys(&mut self) -> Result<Vec<ApiKey>, StoreError> {
        let query = sqlx::query_file_as!(ApiKeyRecord, "queries/operator/api_keys.sql");
        self.link.run(|c| query.fetch_all(c)).await?.into_iter().map(ApiKeyRecord::key).collect()
    }
}

#[async_trait]
impl OperatorWrites for Session {
    async fn insert_workspace(&mut self, workspace: &Workspace) -> Result<bool, StoreError> {
        let insert = sqlx::query_file!(
            "queries/operator/insert_workspace.sql",
            workspace.name,
            workspace.environment.as_str(),
            workspace.created_at.0
        );
        Ok(self.link.run(|c| insert.execute(c)).await?.rows_affected() == 1)
    }

    async fn insert_operator(&mut self, operator: &Operator) -> Result<bool, StoreError> {
        let insert = sqlx::query_file!(
            "queries/operator/insert_operator.sql",
            operator.name.as_str(),
            operator.created_at.0
        );
        Ok(self.link.run(|c| insert.execute(c)).await?.rows_affected() == 1)
    }

    async fn insert_api_key(&mut self, key: &ApiKey) -> Result<(), StoreError> {
        let insert = sqlx::query_file!(
            "queries/operator/insert_api_key.sql",
            key.id,
            key.tenant.as_ref().map(TenantId::as_str),
            key.name,
            column(&key.scopes, |scope| scope.as_str()).join(","),
            key.secret_hash.as_slice(),
            key.created_at.0,
            key.expires_at.map(|at| at.0),
            key.revoked_at.map(|at| at.0)
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }

    async fn revoke_api_key(&mut self, id: &str, now: Time) -> Result<bool, StoreError> {
        let revoke = sqlx::query_file!("queries/operator/revoke_api_key.sql", id, now.0);
        Ok(self.link.run(|c| revoke.execute(c)).await?.rows_affected() == 1)
    }
}
