import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { addDays } from "../../rules/local-day.ts";
import { offlinePhone } from "../factories/workouts/offline-phone.ts";
import { buildPhone, type Phone, refusalOf, syncBody, syncPath } from "../factories/sync/phone.ts";
import { draftOf, putWorkout } from "../factories/workouts/workouts.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

/** As Android's `Locale`, Java's `TimeZone` and Windows write them. */
const MALFORMED = [
  { locale: "de_DE" },
  { timezone: "GMT+02:00" },
  { timezone: "W. Europe Standard Time" },
  { appVersion: `3.2.0 ${"x".repeat(50)}` },
  { locale: "", timezone: null, appVersion: 3 },
];

const habitDone = (metadata: object) => ({
  ...queued("quick-log.complete-task", { taskId: phone.agenda.habit.id }),
  metadata,
});

describe("An operation whose metadata are malformed", () => {
  test.each(MALFORMED)("is accepted without the field, which is counted: %j", async (metadata) => {
    const before = await dropped();
    const answer = await sendTo(syncPath(phone.relationshipId), [habitDone(metadata)]);
    expect(answer.data).toMatchObject({ results: [{ status: "ACCEPTED" }] });
    const names = Object.keys(metadata);
    expect(await dropped()).toEqual(countedAfter(before, names));
  });

  test("has one receipt, whose replay is the same text, however the metadata are repeated", async () => {
    const operation = habitDone({ locale: "de_DE", timezone: "GMT+02:00" });
    const send = async (metadata: object) =>
      resultsIn((await sendTo(syncPath(phone.relationshipId), [{ ...operation, metadata }])).text);
    const first = await send(operation.metadata);
    const known = first.replace('"ACCEPTED"', '"ALREADY_ACCEPTED"');
    expect(known).not.toBe(first);
    for (const metadata of [operation.metadata, {}, { locale: "de-DE" }])
      expect(await send(metadata)).toBe(known);
  });

  test("is admitted likewise by the routes of today, quick-log, workouts and single actions", async () => {
    const { workspaceId } = phone.pair;
    const owner = { ...phone, workspaceId, timezone: "UTC" };
    const workout = await putWorkout(api.deps.database.em, owner);
    const metadata = { locale: "de_DE" };
    const { habit, supplement } = phone.agenda;
    const action = {
      clientOperationId: randomUUID(),
      actionKind: "COMPLETE_TASK",
      scope: "TASK",
      expectedTaskRevision: 1,
      clientRecordedAt: "2026-01-05T08:00:00.000Z",
      metadata,
    };
    const before = await dropped();
    const draft = { ...draftOf(workout).start(), metadata };
    const sent = [
      await sendTo("/api/v1/client/today/sync", [habitDone(metadata)]),
      await sendTo("/api/v1/client/quick-log/sync", [{ ...action, taskId: supplement.id }]),
      await sendTo("/api/v1/client/workout-sessions/sync", [draft], {
        clientBatchId: randomUUID(),
      }),
      await api.call("POST", `/api/v1/client/quick-log/tasks/${habit.id}/actions`, {
        token: phone.token,
        body: { ...action, deviceId: phone.deviceId, clientOperationId: randomUUID() },
      }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await dropped()).toEqual({ ...before, locale: (before["locale"] ?? 0) + sent.length });
  });

  test("is refused for a malformed id, type or instant", async () => {
    const good = habitDone({ locale: "de_DE" });
    const wrong = [
      { clientOperationId: "" },
      { operationType: "complete" },
      { clientRecordedAt: "2026-01-05" },
      { metadata: { color: "red" } },
    ];
    for (const more of wrong) {
      const answer = await sendTo(syncPath(phone.relationshipId), [{ ...good, ...more }]);
      expect(refusalOf(answer)).toMatchObject({ status: 400 });
    }
  });
});

describe("A read whose zone is malformed", () => {
  test.each(["GMT+02:00", "W. Europe Standard Time", "", "x".repeat(200)])(
    "is answered as without it, and the zone is counted: %s",
    async (timezone) => {
      const app = offlinePhone(api, phone);
      await app.train();
      const { packages = [], nextCursor } = await app.manifest();
      const day = (path: string, query: Record<string, string>) =>
        api.call("GET", `/api/v1/client/${path}?${new URLSearchParams(query).toString()}`, phone);
      const from = phone.agenda.localDate;
      const reads: readonly ((zone: { timezone?: string }) => Promise<{ data: unknown }>)[] = [
        (zone) => day("today", { ...zone }),
        (zone) => day("today/range", { from, to: addDays(from, 1), ...zone }),
        (zone) => app.askManifest(zone),
        (zone) => app.askPackage(packages[0]?.taskId ?? "", zone),
        (zone) => app.askDelta(nextCursor, zone),
      ];
      const before = await dropped();
      for (const read of reads) {
        const usual = withoutCursor((await read({})).data);
        expect(withoutCursor((await read({ timezone })).data)).toEqual(usual);
      }
      const { timezone: counted = 0 } = before;
      expect(await dropped()).toEqual({ ...before, timezone: counted + reads.length });
    },
  );

  test("has the tag of the read without it", async () => {
    const plain = await api.call("GET", "/api/v1/client/today", phone);
    const headers = { "If-None-Match": plain.headers.get("etag") ?? "" };
    const path = "/api/v1/client/today?timezone=GMT%2B02:00";
    const again = await api.call("GET", path, { token: phone.token, headers });
    expect(again.status).toBe(304);
  });

  test("is refused for a malformed date", async () => {
    const path = "/api/v1/client/today?timezone=GMT%2B02:00&date=today";
    expect(refusalOf(await api.call("GET", path, phone))).toMatchObject({ status: 400 });
  });
});

test("A person whose app names a malformed language gets the ways to sign in, and the language is counted", async () => {
  const before = await dropped();
  const path = "/api/v1/auth/providers?surface=CLIENT_MOBILE&platform=ANDROID";
  const usual = await api.call("GET", path);
  const answer = await api.call("GET", `${path}&locale=de_DE`);
  expect(answer.status).toBe(200);
  expect(answer.data).toEqual(usual.data);
  expect(await dropped()).toEqual(countedAfter(before, ["locale"]));
});

function sendTo(path: string, operations: readonly object[], more: object = {}) {
  const body = syncBody(phone, operations, more);
  return api.call("POST", path, { token: phone.token, body });
}

/** How often each field was dropped; no label holds a value of a device. */
async function dropped(): Promise<Readonly<Record<string, number>>> {
  const metric = api.deps.metrics.getSingleMetric("sideline_sync_dropped_diagnostics_total");
  const values = (await metric?.get())?.values ?? [];
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels["part"]), value]));
}

function countedAfter(before: Readonly<Record<string, number>>, names: readonly string[]) {
  const after = new Map(Object.entries(before));
  for (const name of names) after.set(name, (after.get(name) ?? 0) + 1);
  return Object.fromEntries(after);
}

/** The text of the results in an answer of sync. */
function resultsIn(text: string): string {
  return /"results":.*(?=,"serverCursor")/.exec(text)?.[0] ?? "";
}

function withoutCursor(data: unknown): object {
  return { ...z.record(z.string(), z.unknown()).parse(data), nextCursor: null };
}
