import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { presentMetric } from "../../api/quick-log/present-metric.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listMetricEntries } from "../../db/quick-log/metrics/queries.ts";
import { importedValue } from "../../rules/agenda/imported-value.ts";
import { type FactMove, referenceOf, twoCourses } from "../factories/quick-log/model/fact-moves.ts";
import {
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import {
  anImport,
  storedImports,
  taskWithValue,
  walk,
} from "../factories/quick-log/step-imports.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";

const { em, deps, send } = await useAdmission();

test("two phones and the database give one fact for a day, in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(twoCourses, async (courses) => {
      for (const course of courses) {
        const { fact, refused } = referenceOf(course);
        expect(await factsOf(course)).toEqual({ refused, ofTask: fact, ofMetric: fact });
      }
    }),
    { numRuns: campaignSize("DRAWN_CASES", 4) },
  );
});

test("the value in force of a source stays, however many imports of the other source follow", async () => {
  const scope = await buildScope(em);
  const { steps, localDate } = scope.agenda;
  const at = (millis: number) =>
    new Date(Date.parse(`${localDate}T00:00:00.000Z`) + millis).toISOString();
  const other = { sourceType: "HEALTH_CONNECT" } as const;
  await send(scope, anImport(scope, { ...other, windowEnd: at(1) }));
  for (let first = 2; first < 230; first += 45) {
    const many = Array.from({ length: 45 }, (_, index) =>
      anImport(scope, { value: index, windowEnd: at(first + index), userEntered: true }),
    );
    await send(scope, ...many);
  }
  const older = anImport(scope, { ...other, value: 9_000, windowEnd: at(0) });
  const again = anImport(scope, { ...other, windowEnd: at(1) });
  const before = (await storedImports(em, scope)).length;
  expect(verdictsOf(await send(scope, older, again))).toEqual(["ACCEPTED", "ACCEPTED"]);
  expect(await storedImports(em, scope)).toHaveLength(before + 1);
  expect((await taskWithValue(em, steps.id))?.value).toMatchObject({ current: 4_000 });
});

test("concurrent imports and manual values of two phones give one fact, in any order", async () => {
  for (let round = 0; round < campaignSize("RACE_ROUNDS", 5); round += 1) {
    const scope = await buildScope(em);
    const { steps, localDate } = scope.agenda;
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const imports = [1, 2, 3].map((second) =>
      anImport(scope, { value: second * 1_000, windowEnd: `${localDate}T00:00:0${second}.000Z` }),
    );
    const [typed, ...imported] = await Promise.all([
      send(scope, walk(scope, 300), walk(scope, 400)),
      send(other, ...imports.slice(0, 2)),
      send(other, ...imports.slice(2)),
    ]);
    expect(imported.flatMap(verdictsOf)).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED"]);
    expect(verdictsOf(typed)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect((await taskWithValue(em, steps.id))?.value).toMatchObject({
      current: 3_000,
      imported: { manual: { current: 400 } },
    });
  }
});

function tasksOf({ relationshipId, agenda: { localDate } }: BuiltScope) {
  return listDayTasks(executorOf(em.fork()), relationshipId, [localDate]);
}

/** A move as a phone sends it, given the operations accepted so far. */
function operationOf(
  scope: BuiltScope,
  move: FactMove,
  { receipts, revision }: { receipts: ReadonlyMap<string, string>; revision: number },
) {
  const { steps, localDate } = scope.agenda;
  const midnight = Date.parse(`${localDate}T00:00:00.000Z`);
  switch (move.kind) {
    case "TYPE": {
      const typed = { taskId: steps.id, metricKind: "STEPS", unit: "steps", sourceType: "MANUAL" };
      const payload = { ...typed, value: move.value, recordedAt: `${localDate}T00:00:00.000Z` };
      return queued("quick-log.record-value", payload, { expectedRevision: revision });
    }
    case "UNDO": {
      const undoesReceiptId = receipts.get(move.of) ?? steps.id;
      const payload = { taskId: steps.id, undoesReceiptId };
      const changes = { operationVersion: 2, expectedRevision: revision };
      return queued("quick-log.undo", payload, changes);
    }
    case "IMPORT": {
      const { source, until, value, verified } = move.reported;
      return queued("quick-log.import-value", {
        metricKind: "STEPS",
        localDate,
        value,
        unit: "steps",
        sourceType: source,
        sourceDevice: "Watch",
        windowStart: `${localDate}T00:00:00.000Z`,
        windowEnd: new Date(midnight + until).toISOString(),
        userEntered: !verified,
      });
    }
  }
}

/** Plays a course on two phones in turn; returns the facts of its task and its metric. */
async function factsOf(course: readonly FactMove[]) {
  const scope = await buildScope(em);
  const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
  const { id: stepsId } = scope.agenda.steps;
  const receipts = new Map<string, string>();
  const refused: boolean[] = [];
  let revision = 1;
  for (const [index, move] of course.entries()) {
    const operation = operationOf(scope, move, { receipts, revision });
    const { results } = await submit(deps, index % 2 === 0 ? scope : other, [operation]);
    const { status, receiptId } = results[0] ?? {};
    if (move.kind !== "IMPORT") refused.push(status !== "ACCEPTED");
    if (move.kind === "TYPE") receipts.set(move.name, String(receiptId));
    revision = (await tasksOf(scope)).find(({ id }) => id === stepsId)?.revision ?? 0;
  }
  const task = (await tasksOf(scope)).find(({ id }) => id === stepsId);
  const value = task?.completionSummary.value ?? null;
  const { localDate } = scope.agenda;
  const range = { relationshipId: scope.relationshipId, metricKind: "STEPS" };
  const rows = await listMetricEntries(em.fork(), { ...range, from: localDate, to: localDate });
  const fact = presentMetric("STEPS", rows).days[0]?.fact ?? null;
  return {
    refused,
    ofTask:
      value === null
        ? null
        : { value: value.current, source: importedValue(value)?.sourceType ?? "MANUAL" },
    ofMetric: fact === null ? null : { value: fact.value, source: fact.sourceType },
  };
}
