//! API keys: `oo_<id>_<secret>`, of which only a hash of the secret is stored.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Mutex;
use std::time::Duration;

use onceover_domain::chain::Hash;
use onceover_domain::id::TenantId;
use onceover_domain::time::Time;
use onceover_engine::transact;
use onceover_store::{ApiKey, Scope, StoreError};
use serde::Serialize;
use subtle::ConstantTimeEq;
use tokio::time::Instant;

use crate::dto::Problem;
use crate::{Api, Caller, problem};

/// A revoked key is refused within this time.
const CACHED: Duration = Duration::from_secs(1);
const CACHE_MOST: usize = 10_000;

/// An API key as it is shown once.
#[derive(Debug, Clone, Serialize)]
pub struct NewApiKey {
    /// Public part.
    pub id: String,
    /// The whole key; it cannot be shown again.
    pub key: String,
    /// Its tenant; null: all.
    pub tenant: Option<String>,
    /// What it may do.
    pub scopes: Vec<String>,
}

/// An API key as it is listed; its secret is not known any more.
#[derive(Debug, Clone, Serialize)]
pub struct KeySummary {
    /// Public part.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its tenant; null: all.
    pub tenant: Option<String>,
    /// What it may do.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created_at: String,
    /// From then on it is refused.
    pub expires_at: Option<String>,
    /// When it was revoked.
    pub revoked_at: Option<String>,
}

/// Keys read a moment ago.
///
/// When one runs out under load, one caller reads it anew and the others wait for that: ten thousand reads of one row at the
/// same moment would exhaust the readers. Callers queue by the hash of the id, so that made-up ids hold up few others.
#[derive(Default)]
pub struct KeyCache {
    keys: Mutex<HashMap<String, (ApiKey, Instant)>>,
    reading: [tokio::sync::Mutex<()>; 32],
}

impl KeyCache {
    fn queue(&self, id: &str) -> &tokio::sync::Mutex<()> {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let queues = self.reading.len() as u64;
        &self.reading[usize::try_from(hasher.finish() % queues).unwrap_or_default()]
    }

    fn get(&self, id: &str) -> Option<ApiKey> {
        let cache = self.keys.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        cache.get(id).filter(|(_, read)| read.elapsed() < CACHED).map(|(key, _)| key.clone())
    }

    fn put(&self, key: ApiKey) {
        let mut cache = self.keys.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if cache.len() >= CACHE_MOST {
            cache.clear();
        }
        cache.insert(key.id.clone(), (key, Instant::now()));
    }
}

impl Api {
    /// Makes an API key.
    ///
    /// # Errors
    /// `request_invalid` for unknown scopes or tenants, `operator_needed`.
    pub async fn create_key(
        &self,
        caller: &Caller,
        tenant: Option<&str>,
        scopes: &[String],
        name: &str,
    ) -> Result<NewApiKey, Problem> {
        caller.operator()?;
        let tenant = tenant.map(TenantId::parse).transpose().map_err(problem::invalid)?;
        let mut parsed = vec![];
        for scope in scopes {
            let known = || {
                problem::invalid(format!(
                    "the scope {scope:?} is not known; use submit, read, work, admin"
                ))
            };
            parsed.push(Scope::parse(scope).ok_or_else(known)?);
        }
        parsed.sort();
        parsed.dedup();
        if parsed.is_empty() {
            return Err(problem::invalid("name at least one scope: submit, read, work or admin"));
        }
        let (id, secret) = (hex(&rand::random::<[u8; 8]>()), hex(&rand::random::<[u8; 32]>()));
        let key = ApiKey {
            id: id.clone(),
            tenant: tenant.clone(),
            name: name.to_owned(),
            scopes: parsed.clone(),
            secret_hash: Hash::of(secret.as_bytes()).0,
            created_at: Time(0),
            expires_at: None,
            revoked_at: None,
        };
        let found = transact(self.engine.store(), move |tx| {
            let key = key.clone();
            Box::pin(async move {
                if let Some(tenant) = &key.tenant
                    && tx.tenants(std::slice::from_ref(tenant)).await?.is_empty()
                {
                    return Ok(false);
                }
                let created_at = tx.now().await?;
                tx.insert_api_key(&ApiKey { created_at, ..key }).await?;
                Ok::<_, StoreError>(true)
            })
        });
        if !found.await? {
            return Err(problem::invalid(
                "there is no such tenant; make it with `onceover tenants create NAME`",
            ));
        }
        Ok(NewApiKey {
            key: format!("oo_{id}_{secret}"),
            id,
            tenant: tenant.map(|tenant| tenant.to_string()),
            scopes: parsed.into_iter().map(|scope| scope.as_str().to_owned()).collect(),
        })
    }

    /// All API keys, oldest first.
    ///
    /// # Errors
    /// `operator_needed`.
    pub async fn keys(&self, caller: &Caller) -> Result<Vec<KeySummary>, Problem> {
        caller.operator()?;
        let mut snapshot = self.read().await?;
        let keys = snapshot.api_keys().await?.into_iter().map(|key| KeySummary {
            id: key.id,
            name: key.name,
            tenant: key.tenant.map(|tenant| tenant.to_string()),
            scopes: key.scopes.into_iter().map(|scope| scope.as_str().to_owned()).collect(),
            created_at: key.created_at.to_string(),
            expires_at: crate::view::time(key.expires_at),
            revoked_at: crate::view::time(key.revoked_at),
        });
        Ok(keys.collect())
    }

    /// Revokes an API key; other processes refuse it within a second.
    ///
    /// # Errors
    /// `not_found` for a key that does not exist or was revoked.
    pub async fn revoke_key(&self, caller: &Caller, id: &str) -> Result<(), Problem> {
        caller.operator()?;
        let id = id.strip_prefix("oo_").unwrap_or(id).to_owned();
        let revoked = transact(self.engine.store(), move |tx| {
            let id = id.clone();
            Box::pin(async move {
                let now = tx.now().await?;
                tx.revoke_api_key(&id, now).await
            })
        });
        if revoked.await? { Ok(()) } else { Err(problem::not_found("API key")) }
    }

    /// Finds out who sends `Authorization: Bearer oo_<id>_<secret>`.
    ///
    /// # Errors
    /// `unauthorized`, whatever is wrong with it.
    pub async fn authenticate(&self, authorization: Option<&str>) -> Result<Caller, Problem> {
        let token = authorization
            .and_then(|header| header.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim());
        let parts =
            token.and_then(|token| token.strip_prefix("oo_")).and_then(|rest| rest.split_once('_'));
        let (id, secret) = parts.ok_or_else(problem::unauthorized)?;
        let key = match self.keys.get(id) {
            Some(key) => key,
            None => {
                let turn = self.keys.queue(id).lock().await;
                let key = match self.keys.get(id) {
                    Some(key) => key,
                    None => self.read_key(id).await?,
                };
                drop(turn);
                key
            }
        };
        let hash = Hash::of(secret.as_bytes()).0;
        if bool::from(hash.ct_eq(&key.secret_hash)) {
            Ok(Caller::Key { id: key.id, tenant: key.tenant, scopes: key.scopes })
        } else {
            Err(problem::unauthorized())
        }
    }

    async fn read_key(&self, id: &str) -> Result<ApiKey, Problem> {
        let mut snapshot = self.read().await?;
        let key = snapshot.api_key(id).await?.ok_or_else(problem::unauthorized)?;
        let now = snapshot.now().await?;
        if key.revoked_at.is_some() || key.expires_at.is_some_and(|end| end <= now) {
            return Err(problem::unauthorized());
        }
        self.keys.put(key.clone());
        Ok(key)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
