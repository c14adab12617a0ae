import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { pageSchema } from "../../contract/wire.ts";
import { workoutIssueSchema } from "../../contract/workouts/issue-schema.ts";
import { addDays } from "../../rules/local-day.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  sync,
} from "../factories/sync/phone.ts";
import {
  draftOf,
  LEG_DAY,
  putPackage,
  putWorkout,
  squats,
} from "../factories/workouts/workouts.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

const stranger = await buildPhone(api, issuer);
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const page = pageSchema(workoutIssueSchema);

const scope = () => ({ ...phone, workspaceId: phone.pair.workspaceId, timezone: "UTC" });

describe("GET .../workout-sync-issues (docs/rooms/workouts.md#issues)", () => {
  test("lists refused sessions and those that count under a label, with the reason and a text for the client", async () => {
    const { old, stopped, twice } = await trouble();
    const { items } = await issues();
    const byTask = new Map(items.map((item) => [item.task.taskId, item]));
    expect(items).toHaveLength(3);
    expect(byTask.get(old.taskId)).toMatchObject({
      kind: "SUPERSEDED_SNAPSHOT",
      status: "ACCEPTED",
      task: { title: "Legs", status: "COMPLETED" },
      explanation: {
        trainedSnapshot: old.snapshotChecksum,
        changes: [{ exerciseKey: "squat", change: "REMOVED" }],
      },
      messagingHint: "TELL_WHAT_CHANGED",
      resolution: null,
    });
    expect(byTask.get(stopped.taskId)).toMatchObject({
      kind: "SNAPSHOT_SUPERSEDED",
      status: "OPEN",
      sessionId: null,
      task: { status: null },
      expiresAt: expect.any(String),
      messagingHint: "ASK_TO_RESUBMIT",
    });
    expect(byTask.get(twice.taskId)).toMatchObject({
      kind: "SESSION_ALREADY_SUBMITTED",
      status: "RESOLVED",
      sessionId: expect.any(String),
      resolution: "DISCARD",
      messagingHint: null,
      explanation: { changes: [] },
    });
    expect(JSON.stringify(items)).not.toContain("MARKER");
  });

  test("filters by days, status and kind, and returns each once, page by page", async () => {
    await trouble();
    const { localDate } = phone.agenda;
    const count = async (query: Readonly<Record<string, string>>) =>
      (await issues(query)).items.length;
    expect(await count({ from: localDate })).toBe(2);
    expect(await count({ to: addDays(localDate, -1) })).toBe(1);
    expect(await count({ status: "OPEN" })).toBe(1);
    expect(await count({ kind: "SUPERSEDED_SNAPSHOT" })).toBe(1);
    expect(await count({ kind: "STALE_REVISION" })).toBe(0);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const next = await issues({ limit: "1", ...(cursor !== undefined && { cursor }) });
      seen.push(...next.items.map(({ issueId }) => issueId));
      cursor = next.nextCursor;
    }
    expect(seen).toEqual((await issues()).items.map(({ issueId }) => issueId));
    const { nextCursor: cursor } = await issues({ limit: "1" });
    const answer = await call({ cursor: cursor ?? "", status: "OPEN" });
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });

  test.each([
    ["an unknown kind", { kind: "ACCESS_REVOKED" }],
    ["an unknown status", { status: "CLOSED" }],
    ["days in the wrong order", { from: "2026-01-06", to: "2026-01-05" }],
    ["an unknown parameter", { color: "red" }],
  ])("refuses %s", async (_name, query) => {
    expect(refusalOf(await call(query))).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  test("is for coaches of the workspace alone, and answers alike for foreign and unknown ones", async () => {
    const path = `/api/v1/coach/relationships/${phone.relationshipId}/workout-sync-issues`;
    expect(refusalOf(await api.call("GET", path))).toMatchObject({ status: 401 });
    const ofClient = await otherToken(issuer, phone.pair.client, "CLIENT_MOBILE");
    expect(refusalOf(await call({}, { token: ofClient }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const token = stranger.pair.coachToken;
    const foreign = refusalBody(await call({}, { token }));
    expect(foreign).toMatchObject({ status: 404 });
    expect(refusalBody(await call({}, { token, of: randomUUID() }))).toEqual(foreign);
  });
});

function call(
  query: Readonly<Record<string, string>> = {},
  { token = phone.pair.coachToken, of = phone.relationshipId } = {},
) {
  const path = `/api/v1/coach/relationships/${of}/workout-sync-issues`;
  return api.call("GET", `${path}?${new URLSearchParams(query).toString()}`, { token });
}

async function issues(query: Readonly<Record<string, string>> = {}) {
  return page.parse((await call(query)).data);
}

function build(changes: Parameters<typeof putWorkout>[2] = {}) {
  return putWorkout(api.deps.database.em, scope(), changes);
}

/** One of each: a label, an open conflict, a resolved one. */
async function trouble() {
  const { localDate } = phone.agenda;
  const old = await build({ supersededAt: new Date() });
  const snapshot = {
    ...LEG_DAY,
    day: { ...LEG_DAY.day, exercises: LEG_DAY.day.exercises.slice(1) },
  };
  await putPackage(api.deps.database.em, scope(), { taskId: old.taskId, localDate, snapshot });
  const stopped = await build({ stopUse: true, localDate: addDays(localDate, -1), task: null });
  const twice = await build();
  const [first, second] = [draftOf(twice), draftOf(twice)];
  await sync(api, phone, [
    draftOf(old).submit([squats("one")], { note: "MARKER" }),
    draftOf(stopped).submit([squats("one")], { note: "MARKER" }),
    first.submit(),
    second.submit(),
  ]);
  await sync(api, phone, [second.op("workout.discard-session")]);
  return { old, stopped, twice };
}
