import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pino from "pino";
import { Client } from "pg";
import * as z from "zod";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { migrate, migrationNames } from "../../db/platform/migrate.ts";
import { settlingActOf, kindOf } from "../../rules/outbox/actor-names.ts";
import { actors } from "../../workers/actors.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { openEmptyDatabase } from "../harness/database.ts";
import { surroundings } from "../harness/surroundings.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

/** Content of a stack of an earlier version after the tour was played on it (`record-stored.ts`). */
const Stored = z.object({
  issuer: z.string(),
  /** A batch, with the answer that its phone received. */
  sent: z.object({ subject: z.string(), path: z.string(), body: z.string(), answer: z.string() }),
  migrations: z.array(z.string()),
  /** By table. */
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

const FOLDER = join(import.meta.dirname, "stored");
/** The recording of `npm run test:upgrade`, or those of all versions. */
const given = surroundings["SIDELINE_STORED"];
const files =
  given === undefined
    ? globSync("*.json.gz", { cwd: FOLDER }).map((name) => join(FOLDER, name))
    : [given];
const recordings = files.map((file) => ({
  version: basename(file, ".json.gz"),
  stored: Stored.parse(JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"))),
}));

describe.each(recordings)("After version $version,", ({ stored }) => {
  let issuer: TestIssuer;
  let api: TestApi;
  beforeAll(async () => {
    issuer = await startTestIssuer();
    const database = await openEmptyDatabase();
    const client = new Client({ connectionString: database.superuserUrl });
    await client.connect();
    await client.query("set role sideline_owner");
    await client.query(
      "create table mikro_orm_migrations (id serial primary key, name varchar, executed_at timestamptz)",
    );
    for (const name of stored.migrations) await client.query(sqlOf(name));
    await client.query("reset role");
    // Turns foreign keys off: some of them point to tables that were left out.
    await client.query("set session_replication_role = replica");
    for (const [table, rows] of Object.entries(stored.rows)) {
      const columns = Object.keys(rows[0] ?? {})
        .map((column) => `"${column}"`)
        .join(", ");
      // Removes the rows that migrations insert.
      await client.query(`delete from "${table}"`);
      await client.query(
        `insert into "${table}" (${columns})
         select ${columns} from jsonb_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query(SEQUENCES_GO_ON);
    await client.query("update auth_identity set issuer = $1 where issuer = $2", [
      issuer.issuer,
      stored.issuer,
    ]);
    await client.end();
    await migrate(database.ownerUrl);
    api = await startApi({ database, issuer: issuer.issuer });
  });
  afterAll(async () => {
    await api?.close();
    await issuer.close();
  });

  test("its database is brought to the schema of this tree", async () => {
    expect(stored.migrations).toEqual(migrationNames().slice(0, stored.migrations.length));
    expect(await migrate(api.database.ownerUrl)).toEqual([]);
  });

  test("a batch that it answered is answered with the same bytes when it is sent again", async () => {
    const { subject: sub, path, body, answer } = stored.sent;
    const token = await issuer.sign({ claims: { sub, sid: "signed in again" } });
    const again = await api.call("POST", path, {
      token,
      rawBody: body,
      headers: { "Content-Type": "application/json" },
    });
    expect(again.status).toBe(200);
    expect(resultsIn(again.text)).toEqual(resultsIn(answer));
  });

  test("every actor that it left waiting settles on this tree", async () => {
    const { em } = api.deps.database;
    const acts = createSettlingActs(actors, {
      ...settlementDeps(em),
      log: pino({ level: "silent" }),
    });
    const rows = stored.rows["actor"] ?? [];
    const waiting = rows.map((row) => String(row["workflow_id"]));
    // One play of the tour leaves both kinds.
    expect(waiting.map(kindOf)).toEqual(expect.arrayContaining(["device", "inbox-task"]));
    // At the time of the recording: later, an actor whose deadline has passed waits for nothing more.
    const settledAt = rows.map((row) => Date.parse(String(row["last_settled_at"])));
    await moveClock(api.database.ownerUrl, (Math.max(...settledAt) - Date.now()) / 1_000);
    for (const row of rows) {
      const workflowId = String(row["workflow_id"]);
      const act = acts[settlingActOf(kindOf(workflowId))];
      const report = await act?.({ workflowId, runId: "a run", retryNow: false });
      // Lanes wait for the end of undo now; a device's actor may have nothing else to wait for.
      const dropped = expect.not.objectContaining({ dueReason: "UNDO_WINDOW" });
      const waits = expect.objectContaining({ dueReason: expect.any(String) });
      expect(report).toEqual(row["due_reason"] === "UNDO_WINDOW" ? dropped : waits);
    }
  });
});

/** The recording has no sequences: each is set to the highest number of its column. */
const SEQUENCES_GO_ON = `do $$
  declare counted record;
  begin
    for counted in
      select c.relname as of_table, a.attname as of_column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
    loop
      execute format('select setval(%L, (select coalesce(max(%I), 0) + 1 from %I), false)',
        counted.sequence, counted.of_column, counted.of_table);
    end loop;
  end
$$`;

/**
 * The results of a batch that have a receipt, byte for byte. An accepted operation that is sent again is reported as
 * such (docs/rooms/sync.md#verdicts), and an operation without a receipt is judged again.
 */
function resultsIn(text: string): readonly string[] {
  const [, results = ""] = /"results":\[(.*)\],"serverCursor"/.exec(text) ?? [];
  const receipts = results
    .split(/(?<=\}),(?=\{"clientOperationId")/)
    .filter((result) => !result.includes('"receiptId":null'));
  expect(receipts.length).toBe(4);
  return receipts.map((result) => result.replace('"ALREADY_ACCEPTED"', '"ACCEPTED"'));
}

function sqlOf(migration: string) {
  return readFileSync(new URL(`../../db/migrations/${migration}.sql`, import.meta.url), "utf8");
}
