import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { openDatabase } from "../../db/orm.ts";
import type { Tx } from "../../db/transact.ts";
import { createNoteTable, KEEP_NOTE, noteFeature } from "../factories/note-feature.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const superuser = new Client({ connectionString: files.superuserUrl });
beforeAll(async () => {
  await superuser.connect();
  await createNoteTable(files.ownerUrl);
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

/** The note feature, with something that happens to the connection before it loads and writes. */
function disturbed(at: "load" | "write", disturb: (tx: Tx) => Promise<unknown>) {
  const { feature } = noteFeature();
  const wrapped: typeof feature = {
    ...feature,
    load: async (tx, scope, operations) => {
      if (at === "load") await disturb(tx);
      const copy = await feature.load(tx, scope, operations);
      return {
        decide: (operation) => copy.decide(operation),
        write: async (inner) => {
          const written = await copy.write(inner);
          if (at === "write") await disturb(inner);
          return written;
        },
      };
    },
  };
  return admissionDeps(em, [wrapped]);
}

async function backendOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
    tx.getKysely(),
  );
  return rows[0]?.pid ?? 0;
}

/** Cut off in the middle of a statement. */
const cutDuring = (tx: Tx) =>
  sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.getKysely());

/** Cut off between two statements. */
async function cutBetween(tx: Tx): Promise<void> {
  const pid = await backendOf(tx);
  await superuser.query("select pg_terminate_backend($1, 5000)", [pid]);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Lets the server end the session for being idle in its transaction. */
async function idleTooLong(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 20`.execute(tx.getKysely());
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** A statement that fails with this SQLSTATE. */
const raising = (sqlState: string) => (tx: Tx) =>
  sql`do ${sql.raw(`'begin raise exception using errcode = ''${sqlState}''; end'`)}`.execute(
    tx.getKysely(),
  );

const troubles = {
  "cut off in a statement": cutDuring,
  "cut off between statements": cutBetween,
  "tired of an idle transaction": idleTooLong,
  "tired of a long transaction": raising("25P04"),
  "out of memory": raising("53200"),
  "in a deadlock": raising("40P01"),
  "read-only": raising("25006"),
  "about to shut down": raising("57P01"),
  "without a lock in time": raising("55P03"),
};

describe.each(Object.entries(troubles))("A database that is %s", (_name, disturb) => {
  test.each(["load", "write"] as const)("once (%s): the batch is tried once more", async (at) => {
    const scope = await buildScope(em);
    let left = 1;
    const deps = disturbed(at, async (tx) => {
      left -= 1;
      if (left >= 0) await disturb(tx);
    });
    const operations = [queued(KEEP_NOTE, { text: "a" }), queued(KEEP_NOTE, { text: "b" })];
    const { results } = await submit(deps, scope, operations);
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
  });

  test.each(["load", "write"] as const)(
    "for good (%s): 503 with a time to come back, and nothing is stored",
    async (at) => {
      const scope = await buildScope(em);
      const operations = [queued(KEEP_NOTE, { text: "a" }), queued(KEEP_NOTE, { text: "b" })];
      await expect(submit(disturbed(at, disturb), scope, operations)).rejects.toMatchObject({
        code: "UNAVAILABLE",
        details: { retryAfterSeconds: expect.any(Number) },
      });
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from sync_operation where relationship_id = ${scope.relationshipId})
             + (select count(*) from sync_batch where relationship_id = ${scope.relationshipId})
             + (select count(*) from deferred_operation where relationship_id = ${scope.relationshipId})
             + (select count(*) from test_note where relationship_id = ${scope.relationshipId})
             as n`.execute(em.fork().getKysely());
      expect(Number(rows[0]?.n)).toBe(0);
      const again = await submit(admissionDeps(em, [noteFeature().feature]), scope, operations);
      expect(again.results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
    },
  );
});
