//! The conformance suite on SQLite.

onceover_tests::conformance!(Sqlite);
