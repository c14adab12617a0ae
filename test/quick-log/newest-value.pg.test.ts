import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { pino } from "pino";
import { rebuildDays } from "../../activities/agenda/rebuild-days.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { hooks } from "../../workers/hooks.ts";
import { misnamedValues, newestValuesOf } from "../factories/quick-log/newest-values.ts";
import {
  admissionDeps,
  buildDevice,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { verdictOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const log = pino({ level: "silent" });

let scope: BuiltScope;
beforeEach(async () => {
  scope = await buildScope(em);
});

describe("a batch reads no values of a task", () => {
  test("if each value is recorded after those before it, whether they add up or replace each other", async () => {
    expect(await send([drink(1), walk(1)])).toEqual({
      verdicts: ["ACCEPTED", "ACCEPTED"],
      read: 0,
    });
    const more = [drink(3), walk(2), drink(2), walk(1)];
    expect(await send(more)).toEqual({ verdicts: more.map(() => "ACCEPTED"), read: 0 });
    expect(await summaries()).toEqual([
      { current: 300, entryCount: 3 },
      { current: 100, entryCount: 1 },
    ]);
  });

  test("if it is skipped after a value, which keeps its day's value", async () => {
    await send([drink(1), drink(2)]);
    const skip = queued("quick-log.skip", { taskId: scope.agenda.water.id, reason: "BUSY" });
    const skipped = { ...skip, expectedRevision: 3 };
    expect(await send([skipped])).toEqual({ verdicts: ["ACCEPTED"], read: 0 });
    expect(await summaries()).toEqual([{ current: 200, entryCount: 2 }, null]);
  });

  test("if another of the client's phones recorded the value before", async () => {
    const other = await otherPhone();
    await send([walk(1), drink(1)]);
    expect(await send([walk(2, { expectedRevision: 2 }), drink(2)], other)).toEqual({
      verdicts: ["ACCEPTED", "ACCEPTED"],
      read: 0,
    });
    expect(await send([walk(3, { expectedRevision: 3 }), drink(3)])).toMatchObject({ read: 0 });
    expect(await summaries()).toEqual([
      { current: 300, entryCount: 3 },
      { current: 100, entryCount: 1 },
    ]);
  });
});

describe("a batch reads the values of a task", () => {
  test("for an undo of the newest, after which the one before is the newest", async () => {
    const [first, second] = [drink(1), drink(2)];
    await send([first, second]);
    const before = await namedOf("water");
    expect(await send([undo("water", second)])).toEqual({ verdicts: ["ACCEPTED"], read: 2 });
    expect(await namedOf("water")).not.toBe(before);
    expect(await send([drink(2)])).toEqual({ verdicts: ["ACCEPTED"], read: 0 });
    expect(await send([undo("water", second)])).toMatchObject({ verdicts: ["ALREADY_UNDONE"] });
  });

  test("for an instant at the last one: only the same phone may not record it twice", async () => {
    const other = await otherPhone();
    await send([drink(1)]);
    const duplicate = { verdicts: ["VALUE_DUPLICATE_TIMESTAMP"], read: 1 };
    expect(await send([drink(1)])).toEqual(duplicate);
    expect(await send([drink(1)], other)).toEqual({ verdicts: ["ACCEPTED"], read: 1 });
    expect(await send([drink(1)], other)).toEqual(duplicate);
    expect(await send([drink(2)])).toEqual({ verdicts: ["ACCEPTED"], read: 0 });
  });

  test("while one was recorded before the one accepted before it: the last accepted is not the last recorded", async () => {
    await send([drink(5)]);
    expect(await send([drink(3)])).toEqual({ verdicts: ["ACCEPTED"], read: 1 });
    expect(await send([drink(5)])).toEqual({ verdicts: ["VALUE_DUPLICATE_TIMESTAMP"], read: 1 });
    expect(await send([drink(6)])).toEqual({ verdicts: ["ACCEPTED"], read: 1 });
  });

  test("next to an import of its metric, and not once the import is withdrawn and a value replaced it", async () => {
    await send([walk(1)]);
    expect(await send([steps(4_000, 1)])).toMatchObject({ verdicts: ["ACCEPTED"] });
    expect(await send([walk(2, { expectedRevision: 3 })])).toMatchObject({ read: 1 });
    expect(await send([steps(null, 2)])).toMatchObject({ verdicts: ["ACCEPTED"] });
    expect(await send([walk(3, { expectedRevision: 5 })])).toMatchObject({ read: 1 });
    expect(await send([walk(4, { expectedRevision: 6 })])).toMatchObject({ read: 0 });
  });

  test("if its row names none, and the row of a single value names it from then on", async () => {
    await send([walk(1), drink(1), drink(2)]);
    await forget();
    expect(await send([walk(2), drink(3)])).toEqual({
      verdicts: ["ACCEPTED", "ACCEPTED"],
      read: 1,
    });
    expect(await send([walk(3)])).toEqual({ verdicts: ["ACCEPTED"], read: 0 });
    expect(await send([drink(4)])).toEqual({ verdicts: ["ACCEPTED"], read: 1 });
  });

  test("if a process of the release before changed the task, which leaves the name of an earlier value", async () => {
    await send([walk(1), drink(1)]);
    const columns = await columnsOf();
    await send([walk(2), drink(2)]);
    for (const { id, valueId, revision } of columns)
      await sql`update agenda_task set newest_value_id = ${valueId}, newest_value_revision = ${revision}
        where id = ${id}`.execute(em.fork().getKysely());
    expect(await send([walk(3), drink(3)])).toEqual({
      verdicts: ["ACCEPTED", "ACCEPTED"],
      read: 1,
    });
    expect(await summaries()).toEqual([
      { current: 300, entryCount: 3 },
      { current: 100, entryCount: 1 },
    ]);
  });
});

test("a rebuild of the days names the newest value of each task from its history, whatever its row says", async () => {
  const second = walk(2);
  await send([walk(1), second, drink(1), drink(2), undo("steps", second)]);
  const right = await newestValuesOf(em, scope.relationshipId);
  const named = right.filter((each) => each.named !== null);
  expect(named).toHaveLength(2);
  for (const spoil of [forget, misname]) {
    await spoil();
    expect(await newestValuesOf(em, scope.relationshipId)).not.toEqual(right);
    await rebuild();
    expect(await newestValuesOf(em, scope.relationshipId)).toEqual(right);
  }
  expect(await send([walk(3), drink(3)])).toMatchObject({ read: 0 });
  await send([drink(1, {}, 7)]);
  await rebuild();
  expect(await namedOf("water")).toBeNull();
});

/** Sends a batch: its verdicts, and the number of statements that read values. */
async function send(operations: readonly Operation[], from = scope) {
  const { result, sent } = await recordStatements(() => submit(deps, from, operations));
  expect(await misnamedValues(em, scope.relationshipId)).toEqual([]);
  const read = sent.filter(({ text }) => text.includes("distinct on (entry.task_id")).length;
  return { verdicts: result.results.map(verdictOf), read };
}

async function otherPhone(): Promise<BuiltScope> {
  return { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
}

/** A glass after eight in the morning; the values of a task add up. */
function drink(minute: number, changes: Partial<Operation> = {}, second = 0) {
  return value("water", { metricKind: "WATER", unit: "ml" }, { minute, second, changes });
}

/** Steps of the day so far, which replace those before. */
function walk(minute: number, changes: Partial<Operation> = {}) {
  return value("steps", { metricKind: "STEPS", unit: "steps" }, { minute, second: 0, changes });
}

function value(
  task: "water" | "steps",
  metric: object,
  {
    minute,
    second,
    changes,
  }: {
    readonly minute: number;
    readonly second: number;
    readonly changes: Partial<Operation>;
  },
) {
  const recordedAt = new Date(Date.UTC(2026, 0, 5, 8, minute, second)).toISOString();
  const payload = { taskId: scope.agenda[task].id, ...metric, value: 100, sourceType: "MANUAL" };
  return queued("quick-log.record-value", { ...payload, recordedAt }, changes);
}

function undo(task: "water" | "steps", { clientOperationId }: Operation) {
  const taskId = scope.agenda[task].id;
  return queued("quick-log.undo", { taskId, undoesClientOperationId: clientOperationId });
}

/** The steps that a phone's store measured in the first minutes of the day; null withdraws them. */
function steps(measured: number | null, minutes: number) {
  const { localDate } = scope.agenda;
  return queued("quick-log.import-value", {
    metricKind: "STEPS",
    localDate,
    value: measured,
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart: `${localDate}T00:00:00.000Z`,
    windowEnd: `${localDate}T00:0${minutes}:00.000Z`,
    userEntered: false,
  });
}

/** The day's values of water and steps. */
async function summaries() {
  const { water, steps: walked } = scope.agenda;
  const { rows } = await sql<{ value: { current: number; entryCount: number } | null }>`
    select completion_summary -> 'value' as value from unnest(${[water.id, walked.id]}::uuid[])
      with ordinality named (id, place) join agenda_task using (id) order by place`.execute(
    em.fork().getKysely(),
  );
  return rows.map(({ value: day }) => day && { current: day.current, entryCount: day.entryCount });
}

async function columnsOf() {
  const { rows } = await sql<{ id: string; valueId: string | null; revision: number | null }>`
    select id, newest_value_id as "valueId", newest_value_revision as revision
    from agenda_task where relationship_id = ${scope.relationshipId}`.execute(
    em.fork().getKysely(),
  );
  return rows;
}

async function namedOf(task: "water" | "steps") {
  const { id } = scope.agenda[task];
  return (await columnsOf()).find((row) => row.id === id)?.valueId;
}

/** As rows of the release before are. */
async function forget() {
  await sql`update agenda_task set newest_value_id = null, newest_value_revision = null
    where relationship_id = ${scope.relationshipId}`.execute(em.fork().getKysely());
}

async function misname() {
  await sql`update agenda_task set newest_value_id = id, newest_value_revision = revision
    where relationship_id = ${scope.relationshipId}`.execute(em.fork().getKysely());
}

async function rebuild() {
  const only = [scope.relationshipId];
  await rebuildDays({ em, log, rebuilds: hooks.rebuilds }, { after: null, only });
}
