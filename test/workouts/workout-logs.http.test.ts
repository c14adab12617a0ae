import { beforeEach, describe, expect, test } from "@jest/globals";
import { addDays } from "../../rules/local-day.ts";
import { offlinePhone } from "../factories/workouts/offline-phone.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

describe("workout logs of the read half (docs/rooms/workouts.md#logs)", () => {
  test("are one for each workout and day, from the counted session, with its sets, newest day first", async () => {
    const [today, yesterday, skipped] = [await build(), await earlier(1), await build(skippable())];
    const [open, done, other] = [draftOf(today), draftOf(yesterday), draftOf(today)];
    await sync(api, phone, [
      open.start(),
      open.sets([squats("one", 90)]),
      done.submit([squats("a"), squats("b")]),
      queued("quick-log.skip", { taskId: skipped.taskId, reason: "ILLNESS" }),
    ]);
    const logs = await logsOf();
    expect(logs.map(({ localDate }) => localDate)).toEqual(
      logs
        .map(({ localDate }) => localDate)
        .toSorted()
        .toReversed(),
    );
    const byTask = new Map(logs.map((log) => [log.taskId, log]));
    expect(byTask.get(today.taskId)).toMatchObject({
      status: "IN_PROGRESS",
      assignmentId: today.assignmentId,
      clientSessionId: open.clientSessionId,
      performedFrom: null,
      sets: [squats("one", 90)],
    });
    expect(byTask.get(yesterday.taskId)).toMatchObject({
      status: "COMPLETED",
      performedFrom: "CURRENT",
      correctableUntil: expect.any(String),
      sets: [squats("a"), squats("b")],
    });
    expect(byTask.get(skipped.taskId)).toMatchObject({
      status: "SKIPPED",
      sessionId: null,
      sets: [],
    });
    await sync(api, phone, [other.submit([squats("x", 70)])]);
    const counted = (await logsOf()).filter(({ taskId }) => taskId === today.taskId);
    expect(counted).toMatchObject([
      { status: "COMPLETED", clientSessionId: other.clientSessionId, sets: [squats("x", 70)] },
    ]);
  });

  test("omit discarded sessions", async () => {
    const draft = draftOf(await build());
    await sync(api, phone, [draft.start()]);
    expect(await logsOf()).toHaveLength(1);
    await sync(api, phone, [draft.op("workout.discard-session")]);
    expect(await logsOf()).toEqual([]);
  });

  test("come page by page, each once; a page continues only with its own query", async () => {
    for (const days of [1, 2, 3]) await sync(api, phone, [draftOf(await earlier(days)).submit()]);
    const whole = await logsOf();
    expect(whole).toHaveLength(3);
    const first = await snapshot(api, phone, { limit: "2" });
    expect(first.workoutLogs).toEqual(whole.slice(0, 2));
    const cursor = first.nextCursor ?? "";
    const second = await snapshot(api, phone, { limit: "2", cursor });
    expect([second.workoutLogs, second.nextCursor]).toEqual([whole.slice(2), null]);
    const stranger = await buildPhone(api, issuer);
    for (const answer of [
      await ask(api, phone, { cursor, since: first.serverCursor }),
      await ask(api, phone, { cursor: "x" }),
      await ask(api, stranger, { cursor }),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });

  test("after a cursor are those that changed; if none can have changed, the database is not queried", async () => {
    const [one, two] = [draftOf(await earlier(1)), draftOf(await earlier(2))];
    await sync(api, phone, [one.submit(), two.submit()]);
    const { serverCursor: since } = await snapshot(api, phone);
    const { result, sent } = await recordStatements(() => logsOf({ since }));
    expect(result).toEqual([]);
    expect(sent.some(({ text }) => text.includes("workout_session"))).toBe(false);
    await sync(api, phone, [
      two.op("workout.correct-session", { clientRevision: 9, sets: [squats("one", 1)] }),
    ]);
    expect(await logsOf({ since })).toMatchObject([{ clientSessionId: two.clientSessionId }]);
    const { changes } = await snapshot(api, phone, { since });
    expect(changes).toMatchObject([{ entityType: "workout_session" }]);
    const answer = await api.call("GET", changes[0]?.path ?? "", phone);
    expect(answer.status).toBe(200);
  });

  test("are readable by the coach too", async () => {
    const draft = draftOf(await build());
    await sync(api, phone, [draft.submit()]);
    const token = phone.pair.coachToken;
    const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
    const read = await snapshot(api, { ...phone, token, deviceId });
    expect(read.workoutLogs).toMatchObject([{ clientSessionId: draft.clientSessionId }]);
  });
});

describe("the slice workout-packages (docs/rooms/workouts.md#reads)", () => {
  const digestOf = async (who: Phone) =>
    (await snapshot(api, who)).slices.find(({ slice }) => slice === "workout-packages");

  test("has the digest of the manifest, and is read there", async () => {
    const offline = offlinePhone(api, phone);
    const empty = await digestOf(phone);
    await offline.train();
    await offline.prepare();
    const slice = await digestOf(phone);
    expect(slice?.digest).not.toBe(empty?.digest);
    const { data } = await api.call("GET", slice?.path ?? "", phone);
    expect(data).toMatchObject({ manifestChecksum: slice?.digest });
    const digests = `workout-packages=${slice?.digest}`;
    expect((await snapshot(api, phone, { digests })).slices).toEqual([]);
  });

  test("is missing for a coach", async () => {
    const token = phone.pair.coachToken;
    const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
    const coach = { ...phone, token, deviceId };
    expect(await digestOf(coach)).toBeUndefined();
    expect((await snapshot(api, coach, { digests: "workout-packages" })).slices).toEqual([]);
  });
});

/** A task as a program creates it. */
function skippable() {
  return { task: { snapshot: { title: "Legs", planId: null, instructions: null, programDay: 1 } } };
}

function build(changes: Parameters<typeof putWorkout>[2] = {}) {
  return putWorkout(
    api.deps.database.em,
    { ...phone, workspaceId: phone.pair.workspaceId, timezone: "UTC" },
    changes,
  );
}

function earlier(days: number) {
  return build({ localDate: addDays(phone.agenda.localDate, -days), task: null });
}

async function logsOf(query: Readonly<Record<string, string>> = {}) {
  return (await snapshot(api, phone, query)).workoutLogs;
}
