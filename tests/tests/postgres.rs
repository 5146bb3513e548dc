//! The conformance suite on Postgres; without `ONCEOVER_TEST_POSTGRES` it fails and says how to get one.

onceover_tests::conformance!(Postgres);
