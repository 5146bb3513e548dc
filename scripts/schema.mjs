// Makes both schemas from migrations/, for checking queries: node scripts/schema.mjs SQLITE-FILE POSTGRES-URL DATABASE
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import initSqlJs from "sql.js";

const [file, server, name] = process.argv.slice(2);

function migrations(kind) {
  const directory = new URL(`../migrations/${kind}/`, import.meta.url);
  const names = readdirSync(directory).filter((entry) => entry.endsWith(".sql"));
  return names.sort().map((entry) => ({ entry, sql: readFileSync(new URL(entry, directory), "utf8") }));
}

async function apply(kind, run) {
  for (const { entry, sql } of migrations(kind)) {
    try {
      await run(sql);
    } catch (error) {
      throw new Error(`migrations/${kind}/${entry}: ${error.message}`);
    }
  }
}

async function connected(connectionString, use) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

const sqlite = new (await initSqlJs()).Database();
await apply("sqlite", (sql) => sqlite.exec(sql));
writeFileSync(file, sqlite.export());

await connected(server, async (client) => {
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
});
const database = new URL(server);
database.pathname = `/${name}`;
await connected(database.href, (client) => apply("postgres", (sql) => client.query(sql)));
