//! End to end: the program that ships, in a real window, on a real database.

use anyhow::{Context, Result};
use onceover_tests::desktop::{Scene, with_console};

#[tokio::test]
async fn the_window_opens_on_a_fresh_database() -> Result<()> {
    let directory = tempfile::tempdir()?;
    let database = format!("sqlite:{}", directory.path().join("new/onceover.db").display());
    with_console(&[("ONCEOVER_DATABASE", database)], async |console| {
        console.see("No dead letters. 0 jobs succeeded in the last hour.").await?;
        console.see("LOCAL").await
    })
    .await
}

#[tokio::test]
async fn the_window_says_why_there_is_no_workspace() -> Result<()> {
    let database = "postgres://nobody@127.0.0.1:1/none".to_owned();
    with_console(&[("ONCEOVER_DATABASE", database)], async |console| {
        console.see("could not be read").await?;
        console.see("Connection refused").await
    })
    .await
}

#[tokio::test]
async fn a_requeued_dead_letter_succeeds_and_is_charged_once() -> Result<()> {
    let scene = std::sync::Arc::new(Scene::new(410).await?);
    let inside = scene.clone();
    with_console(&scene.settings(), async move |console| {
        let payload = r#"{"total": 12345678901234567890.10}"#;
        let (first, job) = inside.submit("order-42", payload).await?;
        let (second, again) = inside.submit("order-42", payload).await?;
        assert_eq!((first.as_u16(), second.as_u16()), (201, 200));
        assert_eq!(job["id"], again["id"]);

        console.see("1 dead letter").await?;
        console.click("button", "Read only").await?;
        console.click("button", "Allow changes").await?;
        console.click("button", "Open dead letters").await?;
        console.see("1 dead letter in 1 group: http_410").await?;
        console.click("button", "Open group").await?;
        console.see("1 dead letter with http_410").await?;
        console.click("gridcell", "invoice.send").await?;

        inside.endpoint().answer_with(200);
        console.click("button", "Requeue…").await?;
        console.see("the open hold is kept").await?;
        console.fill("Reason", "the endpoint is back").await?;
        console.click("button", "Requeue job").await?;
        console.see("succeeded").await?;
        console.see("12345678901234567890.10").await?;
        Ok(())
    })
    .await?;

    let deliveries = scene.endpoint().seen();
    assert_eq!(deliveries.len(), 2);
    assert_eq!(deliveries.first(), deliveries.last(), "the same effect, byte for byte");
    let ledger = scene.onceover(&["ledger", "show", "--tenant", "acme", "--meter", "credits"])?;
    assert_eq!(
        (&ledger["balance"]["used"], &ledger["balance"]["reserved"]),
        (&"5".into(), &"0".into())
    );
    let entries = ledger["entries"].as_array().context("entries")?;
    let kinds: Vec<_> = entries.iter().filter_map(|entry| entry["kind"].as_str()).collect();
    assert_eq!(kinds, ["confirm", "reserve"]);
    assert_eq!(scene.onceover(&["verify"])?["ok"], true);
    Ok(())
}
