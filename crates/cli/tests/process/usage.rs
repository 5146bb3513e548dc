//! What cannot be run says what to do, on stderr, with exit code 2.

use onceover_tests::world::{Backend, Database};

use crate::program::{Ended, Program, both};

fn could_not(ended: &Ended, says: &str) {
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{ended:?}");
    assert!(ended.stderr.contains(says), "{ended:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_a_workspace_says_how_to_make_one() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let program = Program { database: Database::fresh(backend).await };
        for command in [
            &["jobs", "list"][..],
            &["verify"],
            &["serve", "--listen", "127.0.0.1:0"],
            &["keys", "list"],
        ] {
            could_not(&program.run(command).await, "onceover init --database");
            let json = program.run(&[command, &["--json"]].concat()).await;
            could_not(&json, r#"{"error":{"status""#);
            could_not(&json, r#""code":"not_initialized""#);
        }
        if let Some(path) = program.database.path() {
            assert!(!path.exists(), "a slip of the pen makes no database");
        }
        program.database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_arguments_and_settings_are_usage_errors() {
    both(async |program| {
        let secret = "mysql://root:secret@host/db";
        let other = program.run(&["jobs", "list", "--database", secret]).await;
        could_not(&other, "must begin with sqlite: or postgres://");
        assert!(!other.stderr.contains("secret"), "{other:?}");
        let mut nothing = program.command(&["jobs", "list"]);
        let nothing = nothing.env_remove("ONCEOVER_DATABASE").output().await.unwrap();
        assert_eq!(nothing.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&nothing.stderr).contains("--database"));
        could_not(&program.run(&["jobs", "list", "--state", "sleeping"]).await, "dead_letter");
        could_not(&program.run(&["jobs", "juggle", "--json"]).await, r#""code":"usage""#);
        could_not(&program.run(&["keys", "create", "--scopes", "read"]).await, "--tenant");
        could_not(&program.run(&["worker"]).await, "onceover.toml");
        could_not(&program.run(&["serve", "--listen", "nowhere"]).await, "--listen");

        let directory = tempfile::tempdir().unwrap();
        let settings = directory.path().join("onceover.toml");
        std::fs::write(&settings, "listen = \"127.0.0.1:0\"\ncolour = \"red\"\n").unwrap();
        let settings = settings.to_str().unwrap();
        could_not(&program.run(&["serve", "--config", settings]).await, "line 2");
        let refused =
            program.run(&["keys", "create", "--tenant", "nobody", "--scopes", "read"]).await;
        assert_eq!(refused.code, 1, "{refused:?}");
        assert_eq!(program.run(&["--version"]).await.code, 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_taken_is_named() {
    both(async |program| {
        let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = taken.local_addr().unwrap().to_string();
        could_not(&program.run(&["serve", "--listen", &address, "--log", "off"]).await, &address);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_has_seen_enough_is_no_error() {
    both(async |program| {
        let mut command = program.command(&["jobs", "list"]);
        let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().await.unwrap().code(), Some(0));
    })
    .await;
}
