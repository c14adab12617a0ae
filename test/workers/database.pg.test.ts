import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { useOwnDatabase } from "../harness/database.ts";

const database = await useOwnDatabase({ timeouts: "PRODUCT" });
const owner = new Client({ connectionString: database.ownerUrl });
const app = new Client({ connectionString: database.appUrl });
await Promise.all([owner.connect(), app.connect()]);
afterAll(() => Promise.all([owner.end(), app.end()]));

test("a test file gets its own migrated database", async () => {
  const found = await app.query("select clock_now() as now, current_database() as name");
  expect(found.rows[0]).toEqual({ now: expect.any(Date), name: database.name });
});

test("several databases are copied at the same time, each separate from the others", async () => {
  const copies = await Promise.all([useOwnDatabase(), useOwnDatabase(), useOwnDatabase()]);
  expect(new Set(copies.map(({ name }) => name)).size).toBe(3);
});

test("only the owner may change the schema", async () => {
  await expect(app.query("create table x (id int)")).rejects.toThrow("permission denied");
  await owner.query("create table x (id int)");
});

test("a transaction of the product has the timeouts of its role", async () => {
  const found = await app.query("show transaction_timeout");
  expect(found.rows).toEqual([{ transaction_timeout: "10s" }]);
});

test("the server ends a session of the product within half a minute when its link dies silently", async () => {
  const watched = "'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count'";
  const url = new URL(database.appUrl);
  // A socket has no such settings: its link cannot die without a word.
  url.hostname = "127.0.0.1";
  const linked = new Client({ connectionString: url.href });
  await linked.connect();
  const found = await linked.query(
    `select name, setting from pg_settings where name in (${watched}) order by name`,
  );
  await linked.end();
  expect(found.rows).toEqual([
    { name: "tcp_keepalives_count", setting: "3" },
    { name: "tcp_keepalives_idle", setting: "10" },
    { name: "tcp_keepalives_interval", setting: "5" },
  ]);
});

test("the server's log contains no statement of the product, because their values are personal data", async () => {
  const settings = "'log_min_error_statement', 'log_error_verbosity'";
  const found = await app.query(
    `select name, setting from pg_settings where name in (${settings}) order by name`,
  );
  expect(found.rows).toEqual([
    { name: "log_error_verbosity", setting: "terse" },
    { name: "log_min_error_statement", setting: "panic" },
  ]);
});
