import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import {
  pipeline,
  pipelineAndCommit,
  pipelineReads,
  type QueryExecutor,
  executorOf,
} from "../../db/platform/pipeline/pipeline.ts";
import { onPacket } from "../../db/platform/pipeline/on-packet.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const owner = new Client({ connectionString: ownerUrl });

beforeAll(async () => {
  await owner.connect();
  await owner.query("create table test_seat (id int primary key, note text)");
  await owner.query("grant select, insert, update on test_seat to sideline_app");
});
beforeEach(() => owner.query("truncate test_seat"));
afterAll(() => owner.end());

const raise = (executor: QueryExecutor) => sql`select 1 / 0`.execute(executor);
const takenSeats = () => seats(executorOf(em.fork()));

describe("Pipelined statements", () => {
  test("are sent before any answer, and each sees the changes of those before it", async () => {
    const sent: string[] = [];
    const [before, , after] = await within(async (tx) => {
      const answers = await pipeline(tx, (executor) => {
        const all = [seats(executor), take(executor, 1), seats(executor)] as const;
        sent.push("all");
        return all;
      });
      sent.push("answered");
      await tx.rollback();
      return answers;
    });
    expect([before, after]).toEqual([[], [1]]);
    expect(sent).toEqual(["all", "answered"]);
  });

  test("fail with the error of the first failure, not with a consequence of it", async () => {
    const failing = within((tx) =>
      pipeline(tx, (executor) => [
        seats(executor),
        raise(executor),
        noteNobody(executor),
        seats(executor),
      ]),
    );
    await expect(failing).rejects.toMatchObject({ code: "22012" });
  });

  test("leave a connection that serves the next transaction", async () => {
    await expect(within((tx) => pipeline(tx, (executor) => [raise(executor)]))).rejects.toThrow();
    await within((tx) =>
      pipelineAndCommit(tx, (executor) => ({ sent: [take(executor, 2)], answer: seats(executor) })),
    );
    expect(await takenSeats()).toEqual([2]);
  });
});

test("Reads without a transaction in one packet do not fail with each other", async () => {
  const packets = await pipelinesOf(async () => {
    const answers = pipelineReads(em, (executor) => [
      Promise.allSettled([seats(executor), raise(executor), seats(executor)]),
    ]);
    const [ends] = await answers;
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
  expect(packets.map((packet) => packet.length)).toEqual([3]);
});

test("Reads without a transaction go to the database in one packet", async () => {
  const readSeats = () => pipelineReads(em, (executor) => [seats(executor), seats(executor)]);
  await readSeats();
  const packets = jest.spyOn(Socket.prototype, "_writev");
  const singles = jest.spyOn(Socket.prototype, "_write");
  try {
    expect(await readSeats()).toEqual([[], []]);
    expect([packets.mock.calls.length, singles.mock.calls.length]).toEqual([1, 0]);
  } finally {
    packets.mockRestore();
    singles.mockRestore();
  }
});

describe("A commit pipelined with its writes", () => {
  test("stores them and returns the read after them", async () => {
    const answer = await within((tx) =>
      pipelineAndCommit(tx, (executor) => ({
        sent: [take(executor, 1), take(executor, 2)],
        answer: seats(executor),
      })),
    );
    expect(answer).toEqual([1, 2]);
    expect(await takenSeats()).toEqual([1, 2]);
  });

  test.each([
    ["a write fails", raise, "22012"],
    ["a write changed another number of rows than planned", noteNobody, "21000"],
    ["a key exists already", (executor: QueryExecutor) => take(executor, 1), "23505"],
  ])("stores nothing if %s, whatever comes before and after it", async (_what, bad, code) => {
    const failing = within((tx) =>
      pipelineAndCommit(tx, (executor) => ({
        sent: [take(executor, 1), bad(executor), take(executor, 3)],
        answer: seats(executor),
      })),
    );
    await expect(failing).rejects.toMatchObject({ code });
    expect(await takenSeats()).toEqual([]);
  });

  test("stores nothing if the read after the writes fails", async () => {
    const failing = within((tx) =>
      pipelineAndCommit(tx, (executor) => ({ sent: [take(executor, 1)], answer: raise(executor) })),
    );
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect(await takenSeats()).toEqual([]);
  });
});

describe("A commit is not sent", () => {
  const broken = async (executor: QueryExecutor) => {
    const [none] = Array.from<number>({ length: 0 });
    if (none === undefined) throw new RangeError("There is no seat");
    await take(executor, none);
  };

  test("if a statement could not be sent", async () => {
    const failing = within((tx) =>
      pipelineAndCommit(tx, (executor) => ({
        sent: [take(executor, 1), broken(executor)],
        answer: seats(executor),
      })),
    );
    await expect(failing).rejects.toThrow("There is no seat");
    expect(await takenSeats()).toEqual([]);
  });

  test("before a statement: a late statement is not sent", async () => {
    const late = async (executor: QueryExecutor) => {
      await seats(executor);
      await take(executor, 2);
    };
    const failing = within((tx) =>
      pipelineAndCommit(tx, (executor) => ({
        sent: [take(executor, 1), late(executor)],
        answer: seats(executor),
      })),
    );
    // The pipeline raises it while the commit is in flight, the transaction once it has committed.
    await expect(failing).rejects.toThrow(/sent after its commit|already committed/u);
    expect(await takenSeats()).not.toContain(2);
  });
});

test("A commit that the database answers with ROLLBACK is an error", async () => {
  const tx = em.fork();
  await tx.begin();
  await expect(raise(executorOf(tx))).rejects.toThrow();
  await expect(tx.commit()).rejects.toThrow("rolled back in place of its commit");
  await tx.rollback();
});

describe("A transaction", () => {
  test("begins in one packet with its first statements and ends in one with its last", async () => {
    const packets = await pipelinesOf(() =>
      within(async (tx) => {
        await pipeline(tx, (executor) => [seats(executor), seats(executor)]);
        await pipelineAndCommit(tx, (executor) => ({
          sent: [take(executor, 1)],
          answer: seats(executor),
        }));
      }),
    );
    expect(packets.map((packet) => [packet.length, packet.at(0), packet.at(-1)])).toEqual([
      [3, "begin", expect.stringContaining("select")],
      [3, expect.stringContaining("insert"), "commit"],
    ]);
  });

  test("without statements sends nothing, whether it is committed or rolled back", async () => {
    const packets = await pipelinesOf(async () => {
      await em.fork().transactional(async () => undefined);
      await within((tx) => tx.rollback());
    });
    expect(packets).toEqual([]);
  });

  test("that cannot begin writes nothing, and its connection returns to the pool", async () => {
    const stop = onPacket((packet) => {
      const [first] = packet;
      if (first?.text === "begin") packet[0] = { ...first, text: "select 1 / 0" };
    });
    try {
      for (let time = 0; time < 5; time += 1) {
        const writes = within(async (tx) => {
          await executorOf(tx).named(null, sql`insert into test_seat values (${time})`);
          await tx.commit();
        });
        await expect(writes).rejects.toMatchObject({ code: "22012" });
      }
    } finally {
      stop();
    }
    expect(await takenSeats()).toEqual([]);
  });

  test("that cannot begin refuses statements sent behind its first", async () => {
    const stop = onPacket((packet) => {
      const [first] = packet;
      if (first?.text === "begin") packet[0] = { ...first, text: "select 1 / 0" };
    });
    try {
      const writes = within(async (tx) => {
        const first = pipeline(tx, (executor) => [take(executor, 1)]);
        await new Promise((resolve) => setImmediate(resolve));
        const second = pipeline(tx, (executor) => [take(executor, 2)]);
        await Promise.all([first.catch(() => undefined), second]);
      });
      await expect(writes).rejects.toMatchObject({ code: "22012" });
    } finally {
      stop();
    }
    expect(await takenSeats()).toEqual([]);
  });

  test("whose session ended fails with the reason, and again with each statement after it", async () => {
    const tx = em.fork();
    await tx.begin();
    await sql`set local idle_in_transaction_session_timeout = 20`.execute(executorOf(tx));
    await pause(500);
    for (let time = 0; time < 2; time += 1)
      await expect(seats(executorOf(tx))).rejects.toMatchObject({ code: "25P03" });
    await tx.rollback();
    expect(await takenSeats()).toEqual([]);
  });
});

describe("A named statement", () => {
  const divide = (on: QueryExecutor, by: number) =>
    on.named("divide", sql<{ result: number }>`select 10 / ${by}::int as result`);

  test("is prepared once a connection, and survives its own failures and those before it", async () => {
    await within(async (tx) => {
      const executor = executorOf(tx);
      await sql`savepoint one`.execute(executor);
      const skipped = pipeline(tx, (flight) => [raise(flight), divide(flight, 5)]);
      await expect(skipped).rejects.toMatchObject({ code: "22012" });
      await sql`rollback to savepoint one`.execute(executor);
      await expect(divide(executor, 0)).rejects.toMatchObject({ code: "22012" });
      await sql`rollback to savepoint one`.execute(executor);
      expect(await divide(executor, 5)).toEqual([{ result: 2 }]);
      expect(await divide(executor, 2)).toEqual([{ result: 5 }]);
      const { rows } = await sql<{ runs: number }>`
        select generic_plans + custom_plans as runs from pg_prepared_statements
        where name = 'divide'`.execute(executor);
      expect(rows).toEqual([{ runs: expect.anything() }]);
      await tx.rollback();
    });
  });

  test("has one text", async () => {
    const two = within(async (tx) => {
      await divide(executorOf(tx), 1);
      await executorOf(tx).named("divide", sql`select 1`);
    });
    await expect(two).rejects.toThrow("Two statements have the name divide");
  });
});

function take(executor: QueryExecutor, id: number) {
  return sql`insert into test_seat (id) values (${id})`.execute(executor);
}

async function seats(executor: QueryExecutor) {
  const { rows } = await sql<{ id: number }>`select id from test_seat order by id`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}

/** A write that expects one row and finds none. */
function noteNobody(executor: QueryExecutor) {
  return sql`with noted as (update test_seat set note = 'x' where id = -1 returning 1)
      select require_rows('test_seat', (select count(*) from noted), 1)`.execute(executor);
}

async function within<T>(act: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = em.fork();
  await tx.begin();
  try {
    return await act(tx);
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}
