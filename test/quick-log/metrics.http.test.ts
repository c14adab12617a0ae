import { describe, expect, test } from "@jest/globals";
import { metricDaysSchema } from "../../contract/quick-log/metric-days-schema.ts";
import { addDays } from "../../rules/local-day.ts";
import { buildPhone, otherToken, refusalOf, sync } from "../factories/sync/phone.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const phone = await buildPhone(api, issuer);

const visit = (path: string, token = phone.token) => api.call("GET", path, { token });
const today = () => phone.agenda.localDate;

describe("the days of a metric", () => {
  test("show every typed and imported value, which of them count and why not, and one fact", async () => {
    const yesterday = addDays(today(), -1);
    const { results } = await sync(api, phone, [
      walk(300),
      walk(500),
      anImport({ value: 4_000, windowEnd: `${today()}T00:00:01.000Z` }),
      anImport({ value: 9_000, windowEnd: `${today()}T00:00:02.000Z`, userEntered: true }),
      anImport({
        localDate: yesterday,
        value: 7_000,
        windowStart: `${yesterday}T08:00:00.000Z`,
        windowEnd: `${yesterday}T09:00:00.000Z`,
        sourceType: "HEALTH_CONNECT",
      }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(results.map(() => "ACCEPTED"));
    const answer = await visit(pathOf("STEPS", yesterday, today()));
    expect(answer.status).toBe(200);
    const [before, present] = metricDaysSchema.parse(answer.data).days;
    expect(before).toMatchObject({
      localDate: yesterday,
      fact: { value: 7_000, unit: "steps", sourceType: "HEALTH_CONNECT", entryCount: 1 },
      entries: [{ taskId: null, effect: "COUNTED", reason: null, sourceDevice: "Watch" }],
    });
    const [first] = results;
    expect(present).toMatchObject({
      localDate: today(),
      fact: { value: 4_000, sourceType: "APPLE_HEALTH" },
      entries: [
        { entryId: first?.receiptId, value: 300, effect: "NOT_COUNTED", reason: "SUPERSEDED" },
        {
          value: 500,
          supersedesEntryId: first?.receiptId,
          reason: "IMPORTED",
          sourceType: "MANUAL",
        },
        { value: 4_000, effect: "COUNTED", reason: null },
        { value: 9_000, effect: "NOT_COUNTED", reason: "USER_ENTERED" },
      ],
    });
    const withdrawn = anImport({ value: null, windowEnd: `${today()}T00:00:03.000Z` });
    await sync(api, phone, [withdrawn]);
    const after = metricDaysSchema.parse((await visit(pathOf("STEPS", today(), today()))).data);
    expect(after.days).toMatchObject([{ fact: { value: 500, sourceType: "MANUAL" } }]);
    expect(after.days[0]?.entries.map(({ reason }) => reason)).toEqual([
      "SUPERSEDED",
      null,
      "SUPERSEDED",
      "USER_ENTERED",
      "TAKEN_BACK",
    ]);
  });

  test("show the newest of many entries, those behind their fact, and a fact of all", async () => {
    const { water } = phone.agenda;
    const glass = (index: number) =>
      queued("quick-log.record-value", {
        taskId: water.id,
        metricKind: "WATER",
        value: 50 + index / 10,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: new Date(Date.parse(`${today()}T00:00:00Z`) + index * 1_000).toISOString(),
      });
    const glasses = Array.from({ length: 130 }, (_, index) => glass(index));
    const undoing = queued("quick-log.undo", {
      taskId: water.id,
      undoesClientOperationId: glasses[0]?.clientOperationId,
    });
    const batches = [glasses.slice(0, 45), glasses.slice(45, 90), glasses.slice(90), [undoing]];
    for (const batch of batches) {
      const { results } = await sync(api, phone, batch);
      expect(results.map(({ status }) => status)).toEqual(results.map(() => "ACCEPTED"));
    }
    const read = async (metricKind: string) =>
      metricDaysSchema.parse((await visit(pathOf(metricKind, today(), today()))).data).days;
    const sum = glasses.slice(1).reduce((all, { payload }) => all + Number(payload["value"]), 0);
    const [day] = await read("WATER");
    expect(day?.entries).toHaveLength(100);
    expect(day?.entries.at(-1)).toMatchObject({ value: null, reason: "TAKEN_BACK" });
    expect(day?.fact).toMatchObject({ value: Math.round(sum * 1_000) / 1_000, entryCount: 129 });
    const verified = anImport({ value: 5_000, windowEnd: `${today()}T00:00:05.000Z` });
    const typed = Array.from({ length: 120 }, (_, index) =>
      anImport({ value: 9_000 + index, windowEnd: `${today()}T00:00:02.000Z`, userEntered: true }),
    );
    for (const batch of [[verified], typed.slice(0, 50), typed.slice(50, 100), typed.slice(100)])
      await sync(api, phone, batch);
    const [walked] = await read("STEPS");
    expect(walked?.entries).toHaveLength(102);
    expect(walked?.entries.map(({ effect }) => effect)).toContain("COUNTED");
    expect(walked?.fact).toMatchObject({ value: 5_000, sourceType: "APPLE_HEALTH" });
  });

  test("keep different units apart, each with its fact", async () => {
    const own = await buildPhone(api, issuer);
    const { water, localDate } = own.agenda;
    const metric = { ...water.snapshot.metric, unit: "cups", min: 1, max: 20 };
    const cupsId = await putTaskLike(api.deps.database.em, water, {
      task_kind: "HABIT",
      snapshot: { ...water.snapshot, metric },
      action_schema: water.actionSchema,
    });
    const drink = (taskId: string, value: number, unit: string) =>
      queued("quick-log.record-value", {
        taskId,
        metricKind: "WATER",
        value,
        unit,
        sourceType: "MANUAL",
        recordedAt: new Date(Date.parse(`${localDate}T00:00:00Z`) + value).toISOString(),
      });
    const ofBoth = [drink(water.id, 300, "ml"), drink(cupsId, 2, "cups"), drink(cupsId, 3, "cups")];
    const { results } = await sync(api, own, ofBoth);
    expect(results.map(({ status }) => status)).toEqual(ofBoth.map(() => "ACCEPTED"));
    const answer = await visit(pathOf("WATER", localDate, localDate), own.token);
    expect(metricDaysSchema.parse(answer.data).days).toMatchObject([
      {
        localDate,
        unit: "cups",
        fact: { value: 5, unit: "cups", entryCount: 2 },
        entries: [{}, {}],
      },
      { localDate, unit: "ml", fact: { value: 300, unit: "ml", entryCount: 1 }, entries: [{}] },
    ]);
  });

  test("are empty for a metric without values", async () => {
    const answer = await visit(pathOf("SLEEP", today(), today()));
    expect(answer.data).toEqual({ metricKind: "SLEEP", days: [] });
  });

  test.each([
    ["no end", () => `/api/v1/client/quick-log/metrics/STEPS?from=${today()}`, ["/query/to"]],
    [
      "an end before its beginning",
      () => pathOf("STEPS", today(), addDays(today(), -1)),
      ["/query/to"],
    ],
    ["32 days", () => pathOf("STEPS", addDays(today(), -31), today()), ["/query/to"]],
    ["no day", () => pathOf("STEPS", "2026-02-30", today()), ["/query/from", "/query/to"]],
  ])("are refused with %s", async (_name, path, pointers) => {
    expect(refusalOf(await visit(path()))).toMatchObject({ status: 400, pointers });
  });

  test("are for the client alone: no missing token, no coach, no stranger", async () => {
    const path = pathOf("STEPS", today(), today());
    expect(refusalOf(await api.call("GET", path))).toMatchObject({ status: 401 });
    const { coachToken, client } = phone.pair;
    for (const token of [coachToken, await otherToken(issuer, client, "WEB")])
      expect(refusalOf(await visit(path, token))).toMatchObject({ status: 403 });
    const stranger = await buildPhone(api, issuer);
    expect((await visit(path, stranger.token)).data).toEqual({ metricKind: "STEPS", days: [] });
  });
});

function pathOf(metricKind: string, from: string, to: string) {
  return `/api/v1/client/quick-log/metrics/${metricKind}?from=${from}&to=${to}`;
}

function walk(value: number) {
  return queued("quick-log.record-value", {
    taskId: phone.agenda.steps.id,
    metricKind: "STEPS",
    value,
    unit: "steps",
    sourceType: "MANUAL",
    recordedAt: new Date().toISOString(),
  });
}

function anImport(change: object) {
  return queued("quick-log.import-value", {
    metricKind: "STEPS",
    localDate: today(),
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart: `${today()}T00:00:00.000Z`,
    userEntered: false,
    ...change,
  });
}
