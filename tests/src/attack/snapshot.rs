//! Every row of every table as text.

use std::collections::BTreeMap;

use crate::world::Raw;

/// The whole contents by table.
pub(super) async fn everything(raw: &mut Raw) -> BTreeMap<String, Vec<String>> {
    let tables = match raw {
        Raw::Sqlite(_) => {
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
        }
        Raw::Postgres(_) => {
            "select relname::text from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace"
        }
    };
    let mut contents = BTreeMap::new();
    for table in raw.texts(tables).await {
        let sql = match raw {
            Raw::Sqlite(_) => {
                let columns = raw
                    .texts(&format!(
                        "select 'quote(' || name || ')' from pragma_table_info('{table}')"
                    ))
                    .await;
                format!(
                    "select {} as whole from {table} order by whole",
                    columns.join(" || ',' || ")
                )
            }
            Raw::Postgres(_) => {
                format!("select t::text as whole from {table} as t order by t::text collate \"C\"")
            }
        };
        let rows = raw.texts(&sql).await;
        contents.insert(table, rows);
    }
    contents
}
