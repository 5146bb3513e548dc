//! End to end: the program that ships, in a real window, on a real database.

use anyhow::Result;
use onceover_tests::desktop::with_console;

#[tokio::test]
async fn the_window_opens_on_a_fresh_database() -> Result<()> {
    let directory = tempfile::tempdir()?;
    let database = format!("sqlite:{}", directory.path().join("onceover.db").display());
    with_console(&database, async |console| {
        console.see("The pages of the console").await?;
        Ok(())
    })
    .await
}
