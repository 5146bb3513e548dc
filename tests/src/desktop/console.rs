//! What a person does in the window: read, click, type, look.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, bail};
use fantoccini::{
    Client, ClientBuilder,
    elements::{Element, ElementRef},
    wd::Capabilities,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use super::{finder, wait::eventually};

/// One open window of the console.
#[derive(Clone, Debug)]
pub struct Console {
    client: Client,
}

impl Console {
    pub(super) async fn open(driver: &str, program: &Path) -> Result<Self> {
        let mut capabilities = Capabilities::new();
        capabilities.insert(
            "webkitgtk:browserOptions".to_owned(),
            json!({ "binary": program, "args": [] }),
        );
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(driver)
            .await?;
        Ok(Self { client })
    }

    pub(super) async fn close(self) -> Result<()> {
        self.client.close().await.context("the window did not close")
    }

    /// All that can be read in the window now.
    ///
    /// # Errors
    /// When the window is gone.
    pub async fn text(&self) -> Result<String> {
        let text = self.client.execute(finder::TEXT, Vec::new()).await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until `text` can be read in the window.
    ///
    /// # Errors
    /// When it does not come, telling what is there instead.
    pub async fn see(&self, text: &str) -> Result<()> {
        self.watch(&format!("“{text}” to be seen"), async |shown| shown.contains(text)).await
    }

    /// Waits until `text` can no longer be read in the window.
    ///
    /// # Errors
    /// When it stays.
    pub async fn see_gone(&self, text: &str) -> Result<()> {
        self.watch(&format!("“{text}” to go"), async |shown| !shown.contains(text)).await
    }

    async fn watch(&self, what: &str, look: impl AsyncFn(&str) -> bool) -> Result<()> {
        let looked = eventually(what, async || match self.text().await {
            Ok(shown) => look(&shown).await,
            Err(_) => false,
        });
        match looked.await {
            Ok(()) => Ok(()),
            Err(error) => bail!("{error}; the window says: {}", self.text().await?),
        }
    }

    /// Clicks the first element of this role and name once it is there, e.g. `button`, `Requeue…`.
    ///
    /// # Errors
    /// When there is none, or it cannot be clicked.
    pub async fn click(&self, role: &str, name: &str) -> Result<()> {
        self.find(role, name)
            .await?
            .click()
            .await
            .with_context(|| format!("{role} “{name}” takes no click"))
    }

    /// Waits until an element of this role and name is there.
    ///
    /// # Errors
    /// When there is none.
    pub async fn find(&self, role: &str, name: &str) -> Result<Element> {
        let look = async || matches!(self.found(role, name).await, Ok(found) if !found.is_empty());
        if let Err(error) = eventually(&format!("{role} “{name}”"), look).await {
            bail!("{error}; the window says: {}", self.text().await?);
        }
        let first = self.found(role, name).await?.into_iter().next();
        first.with_context(|| format!("{role} “{name}” went away"))
    }

    /// How many elements of this role and name are there now.
    ///
    /// # Errors
    /// When the window is gone.
    pub async fn count(&self, role: &str, name: &str) -> Result<usize> {
        Ok(self.found(role, name).await?.len())
    }

    async fn found(&self, role: &str, name: &str) -> Result<Vec<Element>> {
        let found = self.client.execute(finder::BY_ROLE, vec![json!(role), json!(name)]).await?;
        // A reference is an object with one member, whose name is a constant of the WebDriver standard.
        let references: Vec<BTreeMap<String, String>> = serde_json::from_value(found)?;
        let identifiers =
            references.into_iter().flat_map(BTreeMap::into_values).map(ElementRef::from);
        Ok(identifiers
            .map(|identifier| Element::from_element_id(self.client.clone(), identifier))
            .collect())
    }

    /// Clicks into the field of this name and types, one key after the other as a person does.
    ///
    /// # Errors
    /// When there is no such field.
    pub async fn fill(&self, name: &str, text: &str) -> Result<()> {
        self.click("textbox", name).await?;
        self.keys(text).await
    }

    /// Types into whatever has the focus; a key of its own is its WebDriver code, e.g. [`fantoccini::key::Key`].
    ///
    /// # Errors
    /// When nothing takes keys.
    pub async fn keys(&self, text: &str) -> Result<()> {
        for key in text.chars() {
            self.client.active_element().await?.send_keys(key.encode_utf8(&mut [0; 4])).await?;
        }
        Ok(())
    }

    /// Runs JavaScript in the page and returns what it returns.
    ///
    /// # Errors
    /// When it throws.
    pub async fn run(&self, script: &str) -> Result<Value> {
        Ok(self.client.execute(script, Vec::new()).await?)
    }

    /// Writes a picture of the page.
    ///
    /// # Errors
    /// When the window is gone or the file cannot be written.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        let picture = self.client.screenshot().await?;
        fs::write(path, picture).with_context(|| path.display().to_string())
    }
}
