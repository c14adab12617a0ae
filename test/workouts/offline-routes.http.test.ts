import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { payloadChecksum } from "../../contract/canonical-form.ts";
import { manifestSchema } from "../../contract/workouts/offline-schema.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { sliceDigest } from "../../contract/sync/slice-digest.ts";
import { addDays } from "../../rules/local-day.ts";
import { sha256 } from "../../rules/sha256.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { MANIFEST_PATH, offlinePhone } from "../factories/workouts/offline-phone.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  snapshot,
} from "../factories/sync/phone.ts";
import { programContent } from "../factories/plans/plan-acts.ts";
import { putExercises } from "../factories/exercises/put-exercises.ts";
import { showPicture } from "../factories/workouts/shown-picture.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;
let app: ReturnType<typeof offlinePhone>;

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  phone = await buildPhone(api, issuer);
  app = offlinePhone(api, phone);
});

const rich = planContentSchema.parse({
  ...programContent(),
  packagePolicy: { canStartOffline: false, requiresRefreshBeforeStart: true },
  startTime: "18:00",
  weeks: [
    {
      days: [
        {
          dayNumber: 1,
          title: "Legs",
          exercises: [
            {
              exerciseKey: "squat",
              name: "Squat",
              sets: [{ repetitions: 5 }],
              asksRpe: true,
              alternatives: [{ name: "Leg press" }],
            },
          ],
        },
      ],
    },
  ],
});

describe("the manifest (spec 1, offline workout routes)", () => {
  test("names the workouts that may be trained, prepared on request if needed", async () => {
    await app.train();
    const manifest = await app.manifest();
    const { localDate } = phone.agenda;
    expect(manifest).toMatchObject({
      relationshipId: phone.relationshipId,
      timezone: "UTC",
      timezoneDiffers: false,
      unchanged: false,
      stalePackageIds: [],
      limits: { unsyncedDrafts: 2, draftsPerTask: 1 },
    });
    const packages = manifest.packages ?? [];
    expect(packages.map((each) => each.localDate)).toEqual([localDate, addDays(localDate, 2)]);
    expect(manifest.taskIds).toEqual(packages.map(({ taskId }) => taskId));
    expect(manifest.sourceRevisions).toMatchObject([{ revision: 1 }]);
    const rows = packages.map(({ packageId: id, packageChecksum: revision }) => ({ id, revision }));
    expect(manifest.manifestChecksum).toBe(await sliceDigest(rows, sha256));
  });

  test("answers 304 for its checksum, and names another zone and stale packages", async () => {
    const { assignmentId } = await app.train();
    const { manifestChecksum, packages = [] } = await app.manifest();
    const unchanged = await app.manifest({ manifestChecksum, timezone: "Asia/Tokyo" });
    expect(unchanged).toMatchObject({ unchanged: true, timezoneDiffers: true, manifestChecksum });
    expect(unchanged).not.toHaveProperty("packages");
    await app.acts.pause(app.owner, assignmentId);
    await app.prepare();
    const paused = await app.manifest({ manifestChecksum });
    expect(paused).toMatchObject({ unchanged: false, packages: [], taskIds: [] });
    expect(paused.stalePackageIds).toEqual(packages.map(({ packageId }) => packageId).toSorted());
  });

  test("offers nothing after the day of grace", async () => {
    await app.train();
    const [today] = (await app.manifest()).packages ?? [];
    await moveClock(api.database.ownerUrl, 2 * 86_400);
    const later = await app.manifest();
    expect(later.stalePackageIds).toContain(today?.packageId);
    expect(later.packages?.map(({ localDate }) => localDate)).toEqual([
      addDays(phone.agenda.localDate, 2),
      addDays(phone.agenda.localDate, 4),
    ]);
  });

  test("covers the days around the present one by default, and sync says where to read it", async () => {
    const { assignmentId } = await app.train();
    await app.prepare();
    const { changes } = await snapshot(api, phone, {
      since: (await snapshot(api, phone)).serverCursor,
    });
    expect(changes).toEqual([]);
    const { serverCursor: since } = await snapshot(api, phone);
    const planId = await app.acts.make(app.owner, programContent(1, "Shorter"));
    await app.acts.supersede(app.owner, assignmentId, planId);
    await app.prepare();
    const hints = (await snapshot(api, phone, { since })).changes.filter(
      ({ entityType }) => entityType === "workout_package",
    );
    expect(hints).toHaveLength(4);
    const [path = ""] = hints.map((hint) => hint.path);
    const answer = await api.call("GET", path, { token: phone.token });
    const { packages } = await app.manifest();
    expect(manifestSchema.parse(answer.data).packages).toEqual(packages);
  });

  test("takes one statement with the guard, and returns the same again", async () => {
    await app.train();
    const first = await app.manifest();
    expect(await app.manifest()).toEqual({ ...first, nextCursor: expect.any(String) });
    expect(await pipelinesOf(() => app.askManifest())).toEqual([["caller", "workout-manifest"]]);
  });

  test.each([
    ["one day too many", { to: "2026-03-04", from: "2026-02-01" }],
    ["days in the wrong order", { from: "2026-02-02", to: "2026-02-01" }],
    ["no day", { from: "tomorrow" }],
    ["a beginning after the last possible day", { from: "2126-01-01" }],
    ["no device", { deviceId: "mine" }],
    ["an unknown parameter", { page: "2" }],
  ])("is refused with %s", async (_, query) => {
    expect(refusalOf(await app.askManifest(query))).toMatchObject({ status: 400 });
  });
});

describe("a package (spec 1, offline workout records)", () => {
  test("is complete, matches its checksums, and contains neither video nor signed URL", async () => {
    await app.train(rich);
    const [listed] = (await app.manifest()).packages ?? [];
    const answer = await app.packageOf(listed?.taskId ?? "");
    if (answer.package === undefined) throw new Error("Nothing is offered");
    const { packageId, packageChecksum, ...covered } = answer.package;
    expect(answer).toMatchObject({ unchanged: false, packageChecksum });
    expect(await payloadChecksum(covered, sha256)).toBe(packageChecksum);
    expect(await payloadChecksum(covered.workoutSnapshot, sha256)).toBe(covered.snapshotChecksum);
    const { localDate } = phone.agenda;
    expect(answer.package).toMatchObject({
      ...listed,
      packageId,
      relationshipId: phone.relationshipId,
      cachePolicy: {
        expiresAt: `${addDays(localDate, 2)}T00:00:00.000Z`,
        canStartOffline: false,
        requiresRefreshBeforeStart: true,
      },
      workoutTask: { title: "Strength", programDay: 0, startsAt: `${localDate}T18:00:00.000Z` },
      workoutSnapshot: { skipPolicy: "ALLOWED", day: { title: "Legs" } },
      inputSchema: [{ exerciseKey: "squat", modality: "WEIGHT_REPS" }],
      approvedAlternatives: [
        { exerciseKey: "squat", alternativeKey: "alt-1", exerciseId: null, name: "Leg press" },
      ],
      previousSessionHints: [],
    });
    expect(JSON.stringify(answer)).not.toMatch(/https?:|video/i);
  });

  test("shows its exercises by ids of pictures, which its checksum covers", async () => {
    const { em } = api.deps.database;
    const [exerciseId = ""] = await putExercises(em, [{ title: "Squat" }]);
    const { assetId } = await showPicture(em, [exerciseId]);
    const [week] = rich.kind === "PROGRAM" ? rich.weeks : [];
    const days = week?.days.map((day) => ({
      ...day,
      exercises: day.exercises.map((exercise) => ({ ...exercise, exerciseId })),
    }));
    await app.train(planContentSchema.parse({ ...rich, weeks: [{ days }] }));
    const [listed] = (await app.manifest()).packages ?? [];
    const answer = await app.packageOf(listed?.taskId ?? "");
    if (answer.package === undefined) throw new Error("Nothing is offered");
    const { packageId: _id, packageChecksum, ...covered } = answer.package;
    expect(covered.thumbnails).toEqual([{ exerciseId, assetId, attribution: "Drawn" }]);
    expect(await payloadChecksum(covered, sha256)).toBe(packageChecksum);
    expect(JSON.stringify(answer)).not.toMatch(/https?:|video/i);
  });

  test("answers 304 for its checksum, and takes one statement with the guard", async () => {
    await app.train();
    const [listed] = (await app.manifest()).packages ?? [];
    const { taskId = "", packageChecksum = "" } = listed ?? {};
    const unchanged = await app.packageOf(taskId, { packageChecksum });
    expect(unchanged).toEqual({ packageChecksum, unchanged: true });
    expect(await app.packageOf(taskId)).toEqual(await app.packageOf(taskId));
    const pipelines = await pipelinesOf(() => app.askPackage(taskId));
    expect(pipelines).toEqual([["caller", "workout-package"]]);
  });

  test("is prepared on request, and is the next day's own task", async () => {
    const { assignmentId } = await app.train();
    const [task] = await app.acts.tasksOf(assignmentId);
    expect((await app.packageOf(task?.id ?? "")).package?.taskId).toBe(task?.id);
    const next = (await app.manifest()).packages?.[1]?.taskId;
    await moveClock(api.database.ownerUrl, 2 * 86_400);
    await app.prepare();
    const made = await app.acts.tasksOf(assignmentId);
    expect(made.at(-1)?.id).toBe(next);
  });

  test("that was never issued, was withdrawn, or is another client's is not found", async () => {
    const { assignmentId } = await app.train();
    const [listed] = (await app.manifest()).packages ?? [];
    const { taskId = "" } = listed ?? {};
    const stranger = offlinePhone(api, await buildPhone(api, issuer));
    expect(refusalOf(await stranger.askPackage(taskId))).toMatchObject({ status: 404 });
    expect(refusalOf(await app.askPackage(randomUUID()))).toMatchObject({ status: 404 });
    expect(refusalOf(await app.askPackage("mine"))).toMatchObject({ status: 400 });
    await app.acts.pause(app.owner, assignmentId);
    await app.prepare();
    expect(refusalOf(await app.askPackage(taskId))).toMatchObject({ status: 404 });
  });
});

describe("the delta (spec 1, offline workout routes)", () => {
  test("names changes, packages to download, and packages that are no longer offered", async () => {
    const { assignmentId } = await app.train();
    const { nextCursor, packages = [] } = await app.manifest();
    expect(await app.delta(nextCursor)).toMatchObject({
      changedPackages: [],
      deletedPackageIds: [],
      invalidatedTaskIds: [],
      supersededSources: [],
    });
    const planId = await app.acts.make(app.owner, programContent(1, "Shorter"));
    await app.acts.supersede(app.owner, assignmentId, planId);
    await app.prepare();
    const delta = await app.delta(nextCursor);
    expect(delta.deletedPackageIds).toEqual(packages.map(({ packageId }) => packageId).toSorted());
    expect(delta.invalidatedTaskIds.toSorted()).toEqual(
      packages.map(({ taskId }) => taskId).toSorted(),
    );
    expect(delta.supersededSources).toEqual([{ assignmentId, revision: 1 }]);
    expect(delta.changedPackages).toHaveLength(2);
    for (const { taskId, packageChecksum } of delta.changedPackages)
      expect((await app.packageOf(taskId)).packageChecksum).toBe(packageChecksum);
    expect((await app.delta(delta.nextCursor)).changedPackages).toEqual([]);
    expect(await app.delta(nextCursor)).toEqual({ ...delta, nextCursor: expect.any(String) });
  });

  test("takes one statement in addition to the guard's, in one pipeline", async () => {
    await app.train();
    const { nextCursor } = await app.manifest();
    expect(await pipelinesOf(() => app.askDelta(nextCursor))).toEqual([
      ["caller", "workout-delta"],
    ]);
    expect(await pipelinesOf(() => app.askDelta("none"))).toEqual([["caller"]]);
  });

  test("refuses a cursor of another scope, a forged one, and one that is too old", async () => {
    await app.train();
    const { nextCursor } = await app.manifest();
    const other = await buildPhone(api, issuer);
    const foreign = await offlinePhone(api, other).manifest();
    const code = async (cursor: string, query = {}) =>
      refusalOf(await app.askDelta(cursor, query)).code;
    expect(await code(foreign.nextCursor)).toBe("CURSOR_INVALID");
    expect(await code("x")).toBe("CURSOR_INVALID");
    const { relationshipId } = other;
    expect(await code(foreign.nextCursor, { relationshipId })).toBe("NOT_FOUND");
    await moveClock(api.database.ownerUrl, SERVER_CURSOR_DAYS * 86_400 + 60);
    expect(refusalOf(await app.askDelta(nextCursor))).toMatchObject({
      status: 410,
      code: "CURSOR_EXPIRED",
    });
  });
});

test("all routes of packages need a token, a client, and an active device of that client", async () => {
  await app.train();
  const { nextCursor, taskIds } = await app.manifest();
  const stranger = await buildPhone(api, issuer);
  const routes = [
    (query: object, request: object) => app.askManifest({ ...query }, request),
    (query: object, request: object) => app.askPackage(taskIds[0] ?? "", { ...query }, request),
    (query: object, request: object) => app.askDelta(nextCursor, { ...query }, request),
  ];
  const second = await registeredDevice(api, phone.token);
  const { token } = phone;
  const revoke = `/api/v1/client/devices/${second}/revoke`;
  expect((await api.call("POST", revoke, { token, key: randomUUID() })).status).toBe(200);
  for (const ask of routes) {
    expect((await ask({}, { token: "" })).status).toBe(401);
    expect((await ask({}, { token: phone.pair.coachToken })).status).toBe(403);
    for (const deviceId of [stranger.deviceId, randomUUID(), second])
      expect(refusalOf(await ask({ deviceId }, {}))).toMatchObject({ code: "DEVICE_REVOKED" });
  }
  expect((await api.call("GET", MANIFEST_PATH, { token })).status).toBe(400);
});
