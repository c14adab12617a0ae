import { setTimeout } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { HttpOutcome } from "../../device/ports/http.ts";
import { makeCoachWorld, relationshipId } from "../factories/device/coach-world.ts";
import { success } from "../factories/device/fake-api.ts";
import { eventually } from "../factories/eventually.ts";

const DAY = { scopeId: relationshipId(1), localDate: "2026-01-05" };

/** A coach with a client's day, whose version and answers a test controls. */
async function coachWithDay() {
  const world = makeCoachWorld(1);
  const answers: (() => Promise<HttpOutcome> | HttpOutcome)[] = [];
  world.intercept = async ({ path }) =>
    path.includes("/daily-summary?") ? ((await answers.shift()?.()) ?? dayOf(1)) : null;
  const device = await world.signedIn();
  await device.sync();
  return { world, device, answers, inbox: await device.part("inbox") };
}

function dayOf(agendaVersion: number): HttpOutcome {
  const { localDate } = DAY;
  return success({ days: [{ localDate, agendaVersion, tasks: [] }] });
}

test("A review of a day in conflict is resubmitted only after the day was read, and names the version that was read", async () => {
  const { world, device, answers, inbox } = await coachWithDay();
  await inbox.refreshDay(DAY);
  world.api.judge = ({ clientOperationId }) => (clientOperationId === "late" ? STALE : "ACCEPTED");
  await inbox.reviewDay({ ...DAY, callId: "late" });
  await device.sync();
  await device.sync();
  const [scope] = await device.scopes();
  const centre = await scope?.part("centre");
  const actsOf = async () => (await centre?.entries())?.entries.map(({ acts }) => acts);
  const unread = await actsOf();
  answers.push(() => ({ kind: "SILENCE", reason: "UNREACHABLE" }));
  const offline = await centre?.resubmit({ clientOperationId: "late", callId: "again" });
  answers.push(() => dayOf(7));
  const unseen = await centre?.resubmit({ clientOperationId: "late", callId: "again" });
  const read = await actsOf();
  const shown = await inbox.day(DAY);
  const resubmitted = await centre?.resubmit({ clientOperationId: "late", callId: "again" });
  await device.sync();

  expect(unread).toEqual([["REFETCH", "DISCARD"]]);
  expect(offline).toEqual({ kind: "READ_FIRST", reason: "OFFLINE" });
  expect(unseen).toEqual({ kind: "READ_FIRST", reason: "UNSEEN" });
  expect(shown?.accepted.agendaVersion).toBe(7);
  expect(read).toEqual([["RESUBMIT", "REFETCH", "DISCARD"]]);
  expect(resubmitted).toMatchObject({ kind: "QUEUED" });
  expect(world.api.batches.at(-1)?.operations).toMatchObject([{ expectedRevision: 7 }]);
});

test("The sync centre's own read of a conflict about a day reads the day, and offers the resubmission then", async () => {
  const { world, device, answers, inbox } = await coachWithDay();
  await inbox.refreshDay(DAY);
  world.api.judge = () => STALE;
  await inbox.reviewDay({ ...DAY, callId: "late" });
  await device.sync();
  const [scope] = await device.scopes();
  const centre = await scope?.part("centre");
  answers.push(() => dayOf(7));

  const outcome = await centre?.refetch();

  expect(outcome).toBe("READ");
  expect((await inbox.day(DAY))?.accepted.agendaVersion).toBe(7);
  expect((await centre?.entries())?.entries.map(({ acts }) => acts)).toEqual([
    ["RESUBMIT", "REFETCH", "DISCARD"],
  ]);
});

test("The later of two reads of a day is kept, although the answer to the earlier one arrives last", async () => {
  const { world, answers, inbox } = await coachWithDay();
  const { promise: isLate, resolve: release } = Promise.withResolvers<null>();
  answers.push(
    async () => {
      await isLate;
      return dayOf(1);
    },
    () => dayOf(2),
  );
  const earlier = inbox.refreshDay(DAY);
  await eventually(
    async () => world.log,
    (log) => log.at(-1)?.endsWith("/daily-summary") === true,
  );
  const later = inbox.refreshDay(DAY);
  await Promise.race([later, setTimeout(200)]);
  release(null);
  await Promise.all([earlier, later]);

  expect((await inbox.day(DAY))?.accepted.agendaVersion).toBe(2);
});

const STALE = {
  status: "CONFLICT",
  receiptId: "018f0000-0000-7000-8000-0000000000c1",
  acceptedRevision: null,
  canonicalIds: [],
  category: "STALE_REVISION",
  conflictCode: "STALE_REVISION",
  latestRevision: 6,
  allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
  refetch: [],
};
