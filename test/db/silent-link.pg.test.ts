import { Socket } from "node:net";
import { afterAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { sql } from "kysely";
import { openUploadLocks } from "../../db/media/upload-locks.ts";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { clockNow, isDatabaseTrouble, transact } from "../../db/platform/transactions/transact.ts";
import { eventually } from "../factories/eventually.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openFaultyWay, reachedBy } from "../harness/faulty-way.ts";

const POOL = 3;
/** Shorter than the usual limits, so that the tests are short. */
const LIMITS = { answerMs: 2_000, lentMs: 4_000, waitMs: 2_000 };
/** Far above them: a broken link never ends by itself. */
const LIMIT_MS = 40_000;

const files = await useOwnDatabase();
let database: Database;

const way = await openFaultyWay(Number(new URL(files.appUrl).port));
beforeEach(() => {
  database = openDatabase({
    url: reachedBy(way, files.appUrl),
    poolSize: POOL,
    limits: LIMITS,
    applicationName: "silent-link",
  });
});
afterAll(() => way.close());

const ask = () => clockNow(database.em.fork());

describe("A silent link", () => {
  test(
    "fails the waiting statement and frees its slot in the pool",
    async () => {
      const sleeps = database.em.fork().getKysely();
      const sleeping = sql`select pg_sleep(30)`.execute(sleeps).catch((error: unknown) => error);
      await eventually(
        async () => way.open(),
        (open) => open === 1,
      );
      way.silence();
      const error = await sleeping;
      expect(isDatabaseTrouble(error)).toBe(true);
      await eventually(
        async () => database.poolState(),
        ({ open }) => open === 0,
      );
      await expect(ask()).resolves.toBeInstanceOf(Date);
      await database.close();
    },
    LIMIT_MS,
  );

  test(
    "closes its idle connections too: the next caller waits for one timeout at most",
    async () => {
      await warm();
      way.silence();
      expect(database.poolState()).toMatchObject({ open: POOL, idle: POOL });
      await expect(transact(database.em, clockNow)).resolves.toBeInstanceOf(Date);
      await eventually(
        async () => database.poolState(),
        ({ open, idle }) => open === 1 && idle === 1,
      );
      await database.close();
    },
    LIMIT_MS,
  );

  test(
    "leaves no transaction of a full pool open",
    async () => {
      await warm();
      const begun: Date[] = [];
      const all = Promise.withResolvers<void>();
      const busy = Array.from({ length: POOL }, () =>
        database.em.fork().transactional(async (tx) => {
          if (begun.push(await clockNow(tx)) === POOL) {
            way.silence();
            all.resolve();
          }
          await all.promise;
          await clockNow(tx);
        }),
      );
      const ends = await Promise.allSettled(busy);
      expect(ends.map(({ status }) => status)).toEqual(ends.map(() => "rejected"));
      await expect(transact(database.em, clockNow)).resolves.toBeInstanceOf(Date);
      await eventually(
        async () => database.poolState(),
        ({ open, idle }) => open === idle,
      );
      await database.close();
    },
    LIMIT_MS,
  );
});

test("An idle connection has TCP keep-alive, in the pool and for upload locks", async () => {
  const watched = jest.spyOn(Socket.prototype, "setKeepAlive");
  await ask();
  const locks = openUploadLocks({ url: reachedBy(way, files.appUrl) });
  await locks.newLock("upload").lock(new AbortController().signal, () => undefined);
  const asked = watched.mock.calls;
  watched.mockRestore();
  expect(asked).toEqual([
    [true, 10_000],
    [true, 10_000],
  ]);
  await locks.close();
  await database.close();
});

describe("A slow link", () => {
  test(
    "is awaited as long as the server takes its time",
    async () => {
      const slow = Array.from({ length: 4 }, () => sql`select pg_sleep(0.6)`);
      const answers = await transact(database.em, async (tx) => {
        for (const statement of slow) await statement.execute(tx.getKysely());
        return await clockNow(tx);
      });
      expect(answers).toBeInstanceOf(Date);
      await database.close();
    },
    LIMIT_MS,
  );

  test(
    "closes the connection of an act that outlasts the longest transaction",
    async () => {
      const stays = database.em.fork().transactional(async (tx) => {
        await clockNow(tx);
        await new Promise<void>((resolve) => {
          setTimeout(resolve, LIMITS.lentMs + 500);
        });
        await clockNow(tx);
      });
      way.silence();
      await expect(stays).rejects.toThrow();
      await eventually(
        async () => database.poolState(),
        ({ open }) => open === 0,
      );
      await database.close();
    },
    LIMIT_MS,
  );
});

async function warm() {
  await Promise.all(Array.from({ length: POOL }, () => transact(database.em, clockNow)));
}
