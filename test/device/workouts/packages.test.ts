import { expect, test } from "@jest/globals";
import { makeWorkoutWorld, packageOf, POLICY } from "../../factories/device/fake-workouts.ts";

const TOMORROW = {
  packageId: "018f0000-0000-7000-8000-0000000000f2",
  taskId: "018f0000-0000-7000-8000-0000000000e2",
  localDate: "2026-01-06",
};
const LATER = {
  packageId: "018f0000-0000-7000-8000-0000000000f3",
  taskId: "018f0000-0000-7000-8000-0000000000e3",
  localDate: "2026-01-08",
};
const TODAY_ID = "018f0000-0000-7000-8000-0000000000e1";

test("A phone keeps the packages of today and of the next day with a workout, and fetches each once", async () => {
  const fake = await makeWorkoutWorld();
  fake.packages = [await packageOf(LATER), await packageOf(), await packageOf(TOMORROW)];
  const first = await (await fake.open()).list();
  fake.requests();
  const again = await (await fake.open()).list();

  expect(first.workouts.map(({ localDate }) => localDate)).toEqual(["2026-01-05", "2026-01-06"]);
  expect(again.workouts).toEqual(first.workouts);
  expect(fake.requests().filter((path) => path.endsWith("/offline-package"))).toEqual([]);
});

test("A package whose content was changed on its way is not stored, and read again", async () => {
  const fake = await makeWorkoutWorld();
  const [whole] = fake.packages;
  if (whole === undefined) throw new Error("The server offers no package");
  fake.packages = [{ ...whole, workoutTask: { ...whole.workoutTask, title: "Other" } }];
  const damaged = await (await fake.open()).list();
  fake.packages = [whole];
  const read = await (await fake.open()).list();

  expect([damaged.workouts.length, read.workouts.length]).toEqual([0, 1]);
});

test("A delta replaces, adds and withdraws packages, and an expired cursor leads to the manifest", async () => {
  const fake = await makeWorkoutWorld();
  await fake.open();
  const next = await packageOf(TOMORROW);
  fake.packages = [next];
  fake.delta = {
    changedPackages: [next],
    invalidatedTaskIds: [TODAY_ID],
    deletedPackageIds: ["018f0000-0000-7000-8000-0000000000f1"],
    nextCursor: "after",
  };
  fake.requests();
  const changed = await (await fake.open()).list();
  const byDelta = fake.requests();
  fake.delta = null;
  fake.packages = [await packageOf()];
  const renewed = await (await fake.open()).list();

  expect(changed.workouts.map(({ taskId }) => taskId)).toEqual([TOMORROW.taskId]);
  expect(byDelta).not.toContain("/api/v1/client/workouts/offline-manifest");
  expect(renewed.workouts.map(({ taskId }) => taskId)).toEqual([TODAY_ID]);
  expect(fake.requests()).toContain("/api/v1/client/workouts/offline-manifest");
});

test("A withdrawn package disappears from the list, and a draft that is trained from it stays whole", async () => {
  const fake = await makeWorkoutWorld();
  const before = await fake.open();
  const started = await before.start({ taskId: TODAY_ID });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  const typed = await before.draft({ draftId });
  fake.packages = [];
  const workouts = await fake.open();

  expect((await workouts.list()).workouts).toEqual([]);
  expect(await workouts.draft({ draftId })).toEqual(typed);
  expect((await workouts.submit({ draftId })).kind).toBe("DONE");
});

test.each([
  ["that has expired", { expiresAt: "2026-01-05T07:00:00.000Z" }, "PACKAGE_EXPIRED"],
  ["that needs a connection", { canStartOffline: false }, "CONNECTION_REQUIRED"],
  ["that must be read again", { requiresRefreshBeforeStart: true }, "REFRESH_REQUIRED"],
] as const)(
  "Without a connection a start from a package %s is refused by code; with one, the server is asked",
  async (_name, policy, offline) => {
    const fake = await makeWorkoutWorld();
    fake.packages = [await packageOf({ cachePolicy: { ...POLICY, ...policy } })];
    const workouts = await fake.open();
    fake.world.isOnline = false;
    const listed = await workouts.list();
    const refused = await workouts.start({ taskId: TODAY_ID });
    fake.world.isOnline = true;
    const started = await workouts.start({ taskId: TODAY_ID });

    expect(listed.workouts[0]?.startRefusal).toBe(offline);
    expect(refused).toEqual({ kind: "REFUSED", code: offline });
    expect(started.kind).toBe("STARTED");
  },
);

test("A workout of a later day and one without a package do not begin", async () => {
  const fake = await makeWorkoutWorld();
  fake.packages = [await packageOf(TOMORROW)];
  const workouts = await fake.open();

  expect(await workouts.start({ taskId: TOMORROW.taskId })).toEqual({
    kind: "REFUSED",
    code: "DAY_NOT_OPEN",
  });
  expect(await workouts.start({ taskId: LATER.taskId })).toEqual({
    kind: "REFUSED",
    code: "PACKAGE_ABSENT",
  });
});

test("A task has one draft, and a third unsynced draft is refused until one is discarded", async () => {
  const fake = await makeWorkoutWorld();
  const others = ["e4", "e5"].map((end) => ({
    packageId: `018f0000-0000-7000-8000-0000000000${end.replace("e", "f")}`,
    taskId: `018f0000-0000-7000-8000-0000000000${end}`,
  }));
  fake.packages = [await packageOf(), ...(await Promise.all(others.map(packageOf)))];
  const workouts = await fake.open();
  fake.world.isOnline = false;
  const [one, two] = others;
  const first = await workouts.start({ taskId: TODAY_ID, callId: "start" });
  const repeated = await workouts.start({ taskId: TODAY_ID, callId: "start" });
  const continued = await workouts.start({ taskId: TODAY_ID });
  await workouts.start({ taskId: one?.taskId ?? "" });
  const third = await workouts.start({ taskId: two?.taskId ?? "" });
  const draftId = first.kind === "STARTED" ? first.draftId : "";
  await workouts.discard({ draftId });
  const begun = await workouts.start({ taskId: two?.taskId ?? "" });

  expect(repeated).toEqual(first);
  expect(continued).toEqual({ kind: "CONTINUED", draftId });
  expect(third).toEqual({ kind: "REFUSED", code: "TOO_MANY_DRAFTS" });
  expect(begun.kind).toBe("STARTED");
});
