import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import pino from "pino";
import type { WorkingCopy, Writes } from "../../activities/sync/operation-feature.ts";
import { executorOf, type QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import {
  createNoteTable,
  KEEP_NOTE,
  NOTE_FAULTS,
  type NoteFault,
  noteFeature,
} from "../factories/sync/features/note-feature.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { countReceipts, receiptsOfBatches } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl, ownerUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });
const log: string[] = [];
const { feature, askCountOf } = noteFeature();
const deps = {
  ...admissionDeps(em, [...operationFeatures, feature]),
  log: pino({ level: "trace" }, { write: (line: string) => log.push(line) }),
};
beforeAll(async () => {
  await superuser.connect();
  await createNoteTable(ownerUrl);
});
afterAll(() => superuser.end());

describe.each(NOTE_FAULTS)("a fault inside one operation (%s)", (fault) => {
  test("never blocks the others", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const { results } = await submit(deps, scope, [
      note("first"),
      note("secret words", fault),
      queued("quick-log.complete-task", { taskId: habit.id }),
      note("last"),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "ACCEPTED",
      "REFETCH_REQUIRED",
      "ACCEPTED",
      "ACCEPTED",
    ]);
    expect(results[1]).toMatchObject({
      rejectionCode: "TEMPORARILY_UNPROCESSED",
      category: "SERVER_REQUIRES_REFETCH",
      receiptId: null,
      retryAfterSeconds: 60,
      allowedResolutions: ["RETRY"],
    });
    expect(await notesOf(scope)).toEqual(["first", "last"]);
    expect(await countReceipts(em, scope)).toBe(3);
    expect(await count("deferred_operation", scope)).toBe(1);
  });

  test("is found in the log by its reference, without its payload", async () => {
    const scope = await buildScope(em);
    log.length = 0;
    const { results } = await submit(deps, scope, [note("secret words", fault)]);
    const lines = log.filter((line) => line.includes(results[0]?.diagnosticsRef ?? "none"));
    expect(lines).toHaveLength(1);
    expect(log.join("")).not.toContain("secret");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      faults: [{ diagnosticsRef: results[0]?.diagnosticsRef, faultClass: expect.any(String) }],
    });
  });

  test("makes one line of the log, however many operations crash", async () => {
    const scope = await buildScope(em);
    log.length = 0;
    await submit(
      deps,
      scope,
      Array.from({ length: 50 }, () => note("a", fault)),
    );
    expect(log).toHaveLength(1);
  });

  test("answers a retry the same, without running the rule", async () => {
    const scope = await buildScope(em);
    const text = `retried ${fault}`;
    const operation = note(text, fault);
    const first = await submit(deps, scope, [operation]);
    const before = askCountOf(text);
    const again = await submit(deps, scope, [operation, operation]);
    expect(askCountOf(text)).toBe(before);
    for (const result of again.results)
      expect({ ...result, retryAfterSeconds: 60 }).toEqual(first.results[0]);
    expect(await countReceipts(em, scope)).toBe(0);
    expect(await count("sync_batch", scope)).toBe(1);
    const other = { ...operation, expectedRevision: 7 };
    const { results } = await submit(deps, scope, [other]);
    expect(results[0]).toMatchObject({ rejectionCode: "OPERATION_ID_REUSED", receiptId: null });
  });
});

describe("a write that fails", () => {
  const batch = (bad: readonly number[]) =>
    Array.from({ length: 50 }, (_, index) =>
      note(`note ${index}`, bad.includes(index) ? "write" : undefined),
    );

  test.each([[[17]], [[0]], [[49]], [[3, 4]], [[0, 25, 49]]])(
    "for %j of 50: the others are accepted, once each and in order",
    async (bad) => {
      const scope = await buildScope(em);
      const operations = batch(bad);
      const { results } = await submit(deps, scope, operations);
      const refused = results.flatMap(({ status }, index) => (status === "ACCEPTED" ? [] : index));
      expect(refused).toEqual(bad);
      expect(await notesOf(scope)).toHaveLength(50 - bad.length);
      expect(await countReceipts(em, scope)).toBe(50 - bad.length);
      expect(await count("deferred_operation", scope)).toBe(bad.length);
      const again = await submit(deps, scope, operations);
      expect(again.results.map(({ receiptId }) => receiptId)).toEqual(
        results.map(({ receiptId }) => receiptId),
      );
    },
  );

  test.each([
    { bad: [17], most: 77 },
    { bad: [4, 14, 24, 34, 44], most: 165 },
  ])("costs bisections, not a savepoint for each operation: $bad", async ({ bad, most }) => {
    const scope = await buildScope(em);
    const { statements } = await recordStatements(() => submit(deps, scope, batch(bad)));
    expect(statements.length).toBeLessThan(most);
  });
});

/** With the locks, between reads and writes, or with the writes and the commit. */
type Moment = "load" | "between" | "write";

/** The note feature with a disturbance of its connection. */
function disturbed(at: Moment, disturb: Disturbance) {
  const { feature: good } = noteFeature();
  const wrapped: typeof good = {
    ...good,
    load: (relationshipId, operations) => async (executor) => {
      if (at === "load") await disturb(executor);
      const loaded = await good.load(relationshipId, operations)(executor);
      return {
        copy: (scope, ready) => async (next) => {
          if (at === "between") await disturb(next);
          const copy = await loaded.copy(scope, ready)(next);
          return {
            ...copy,
            writes: () => (at === "write" ? behind(copy, disturb) : copy.writes()),
          };
        },
      };
    },
  };
  return admissionDeps(em, [wrapped]);
}

type Disturbance = (executor: QueryExecutor) => Promise<unknown>;

function behind<Intent>(copy: WorkingCopy<Intent>, disturb: Disturbance): Writes {
  const writes = copy.writes();
  const last = async (executor: QueryExecutor) => void (await disturb(executor));
  return { ...writes, statements: [...writes.statements, last] };
}

async function backendOf(executor: QueryExecutor): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(executor);
  return rows[0]?.pid ?? 0;
}

/** Cuts the connection in the middle of a statement. */
const cutDuring = (executor: QueryExecutor) =>
  sql`select pg_terminate_backend(pg_backend_pid())`.execute(executor);

/** Cuts the connection between two statements. */
async function cutBetween(executor: QueryExecutor): Promise<void> {
  const pid = await backendOf(executor);
  await superuser.query("select pg_terminate_backend($1, 5000)", [pid]);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Lets the server end the session because it idles in its transaction. */
async function idleTooLong(executor: QueryExecutor): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 20`.execute(executor);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** A statement that fails with this SQLSTATE. */
const raising = (sqlState: string) => (executor: QueryExecutor) =>
  sql`do ${sql.raw(`'begin raise exception using errcode = ''${sqlState}''; end'`)}`.execute(
    executor,
  );

/** Nothing can come between statements sent together, so the disturbance comes before them. */
const troubles: Readonly<Record<string, Disturbance>> = {
  "cut off in a statement": cutDuring,
  "cut off between statements": cutBetween,
  "tired of a long transaction": raising("25P04"),
  "out of memory": raising("53200"),
  "in a deadlock": raising("40P01"),
  "read-only": raising("25006"),
  "about to shut down": raising("57P01"),
  "without a lock in time": raising("55P03"),
};

describe.each(Object.entries(troubles))("a database that is %s", (_name, disturb) => {
  const moments = ["load", disturb === cutBetween ? "between" : "write"] as const;

  test.each(moments)("once (%s): the batch is retried once", async (at) => {
    const scope = await buildScope(em);
    let left = 1;
    const disturbedDeps = disturbed(at, async (executor) => {
      left -= 1;
      if (left >= 0) await disturb(executor);
    });
    const operations = [queued(KEEP_NOTE, { text: "a" }), queued(KEEP_NOTE, { text: "b" })];
    const { results } = await submit(disturbedDeps, scope, operations);
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
  });

  test.each(moments)("for good (%s): 503 with a retry time, and nothing is stored", async (at) => {
    const scope = await buildScope(em);
    const operations = [queued(KEEP_NOTE, { text: "a" }), queued(KEEP_NOTE, { text: "b" })];
    await expect(submit(disturbed(at, disturb), scope, operations)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { retryAfterSeconds: expect.any(Number) },
    });
    const { rows } = await sql<{ n: number }>`
        select (select count(*) from ${receiptsOfBatches} known where relationship_id = ${scope.relationshipId})
             + (select count(*) from sync_batch where relationship_id = ${scope.relationshipId})
             + (select count(*) from deferred_operation where relationship_id = ${scope.relationshipId})
             + (select count(*) from test_note where relationship_id = ${scope.relationshipId})
             as n`.execute(em.fork().getKysely());
    expect(Number(rows[0]?.n)).toBe(0);
    const again = await submit(admissionDeps(em, [noteFeature().feature]), scope, operations);
    expect(again.results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
  });
});

test("a batch whose transaction we left idle is not retried: 503, and nothing is stored", async () => {
  const scope = await buildScope(em);
  for (const at of ["load", "between"] as const) {
    let tries = 0;
    const idle = disturbed(at, async (executor) => {
      tries += 1;
      await idleTooLong(executor);
    });
    const operations = [queued(KEEP_NOTE, { text: "a" })];
    await expect(submit(idle, scope, operations)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect({ tries, batches: await count("sync_batch", scope) }).toEqual({ tries: 1, batches: 0 });
  }
});

test("an act that exceeds the transaction timeout is not retried", async () => {
  let tries = 0;
  const act = transact(em, async (tx) => {
    tries += 1;
    await raising("25P04")(executorOf(tx));
  });
  await expect(act).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(tries).toBe(1);
});

test("an act whose transaction we left idle is not retried", async () => {
  let tries = 0;
  const act = transact(em, async (tx) => {
    tries += 1;
    await idleTooLong(executorOf(tx));
    await sql`select 1`.execute(executorOf(tx));
  });
  await expect(act).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(tries).toBe(1);
});

function note(text: string, fault?: NoteFault) {
  return queued(KEEP_NOTE, { text, ...(fault && { fault }) });
}

async function notesOf({ relationshipId }: BuiltScope): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from test_note where relationship_id = ${relationshipId} order by id
  `.execute(em.fork().getKysely());
  return rows.map(({ text }) => text);
}

async function count(table: string, { relationshipId }: BuiltScope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where relationship_id = ${relationshipId}
  `.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}
