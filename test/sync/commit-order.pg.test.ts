import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import { findScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const WRITERS = 8;
const CHANGES_EACH = 12;

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 16 });

/** Assigns the transaction's number now, so that it is older than all that begin later. */
const beginForGood = (tx: Tx) => sql`select pg_current_xact_id()`.execute(tx.getKysely());

describe("a reader that continues from its cursor", () => {
  test("misses nothing of a transaction older than all that committed before it", async () => {
    const scope = await buildScope(em);
    const reader = openReader(scope, await seqOf(scope));
    const gate = openGate();
    const begun = openGate();
    const old = transact(em, async (tx) => {
      await beginForGood(tx);
      begun.open();
      await gate.opened;
      return await change(tx, scope);
    });
    await begun.opened;
    const young: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      young.push(await transact(em, (tx) => change(tx, scope)));
      expect(await reader.readOn()).toEqual(young.slice(-1));
    }
    gate.open();
    await old;
    expect(await reader.readOn()).toEqual([await old]);
    expect(reader.read.toSorted()).toEqual([...young, await old].toSorted());
    expect(await reader.readOn()).toEqual([]);
  });

  test("sees nothing of a transaction that has written and not committed, and then all of it", async () => {
    const scope = await buildScope(em);
    const reader = openReader(scope, await seqOf(scope));
    const gate = openGate();
    const written = openGate();
    const long = transact(em, async (tx) => {
      const id = await change(tx, scope);
      written.open();
      await gate.opened;
      return id;
    });
    await written.opened;
    const { habit } = scope.agenda;
    const batch = submit(admissionDeps(em), scope, [
      queued("quick-log.complete-task", { taskId: habit.id }),
    ]);
    for (let index = 0; index < 3; index += 1) {
      expect(await reader.readOn()).toEqual([]);
      await sleep(50);
    }
    gate.open();
    const { results } = await batch;
    expect(results[0]?.status).toBe("ACCEPTED");
    await reader.readOn();
    await reader.readOn();
    expect(reader.read.toSorted()).toEqual([await long, habit.id].toSorted());
  });

  test("receives each change once, while eight writers commit early, late or never, and batches arrive", async () => {
    const scope = await buildScope(em);
    const reader = openReader(scope, await seqOf(scope));
    const write = async (writer: number) => {
      const ids: string[] = [];
      for (let round = 0; round < CHANGES_EACH; round += 1) {
        const pause = ((writer * 7 + round * 13) % 5) * 4;
        const inVain = (writer + round) % 6 === 5;
        const work = transact(em, async (tx) => {
          await beginForGood(tx);
          await sleep(pause);
          const id = await change(tx, scope);
          await sleep(pause / 2);
          if (inVain) throw new Error("In vain");
          return id;
        });
        const id = await work.catch(() => null);
        expect(id === null).toBe(inVain);
        if (id !== null) ids.push(id);
      }
      return ids;
    };
    const { habit, meal, supplement, water } = scope.agenda;
    const send = async () => {
      for (const task of [habit, meal, supplement, water]) {
        await submit(admissionDeps(em), scope, [
          queued("quick-log.skip", { taskId: task.id, reason: "BUSY" }),
        ]);
        await sleep(20);
      }
      return [habit.id, meal.id, supplement.id, water.id];
    };
    const written = new AbortController();
    const reading = (async () => {
      while (!written.signal.aborted) await reader.readOn();
    })();
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    const ids = (await Promise.all([...writers, send()])).flat();
    written.abort();
    await reading;
    await reader.readOn();
    expect(reader.read.toSorted()).toEqual(ids.toSorted());
    expect(await seqOf(scope)).toBeGreaterThanOrEqual(ids.length);
  });
});

/** Reads on from the end of the last read, and records every id it receives, each time. */
function openReader({ relationshipId, deviceId }: BuiltScope, from: number) {
  const read: string[] = [];
  let sinceSeq = from;
  const readOn = async () => {
    const request = { relationshipId, deviceId, sinceSeq, receiptLimit: 1 };
    const snapshot = await findScopeSnapshot(em.fork(), request);
    const ids = snapshot?.changes.map(({ id }) => id) ?? [];
    sinceSeq = snapshot?.seq ?? sinceSeq;
    read.push(...ids);
    return ids;
  };
  return { read, readOn };
}

async function seqOf({ relationshipId }: BuiltScope): Promise<number> {
  const request = { relationshipId, deviceId: newId(), sinceSeq: null, receiptLimit: 1 };
  return (await findScopeSnapshot(em.fork(), request))?.seq ?? 0;
}

/** Changes one record of the scope as every act does: lock, clock, write. Returns its id. */
async function change(tx: Tx, { relationshipId }: BuiltScope): Promise<string> {
  const id = newId();
  await lockScope(tx, relationshipId);
  const changes = { agenda_task: [id] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], await clockNow(tx));
  return id;
}

/** A transaction that continues only when it is released. */
function openGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
