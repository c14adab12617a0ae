import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { orderWholePurges } from "../../../activities/sync/purge/order-whole-purges.ts";
import {
  refreshDraft,
  type RefreshDraft,
} from "../../../activities/workouts/conflicts/refresh-draft.ts";
import { settleConflict } from "../../../activities/workouts/conflicts/settle-conflict.ts";
import { deliverToWorkouts } from "../../../activities/workouts/deliver-to-workouts.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { leaseRows, type LeasedRow } from "../../../db/outbox/lease-rows.ts";
import { tables } from "../../../db/tables.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { atOnce } from "../at-once.ts";
import { codeOf } from "../code-of.ts";
import type { DayGround } from "../agenda/day-races.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  submit,
  type SubmittingPhone,
} from "../sync/sync.ts";
import { verdictsOf } from "../sync/verdicts.ts";
import { conflictsOf, refusedDraft, conflictEvents } from "./workout-conflicts.ts";
import { type Draft, draftOf, putWorkout, squats } from "./workouts.ts";

/** One round of a race; it fails if an invariant of every order is broken. */
type ConflictRace = (ground: DayGround, round: number) => Promise<void>;

/** Races for a draft in conflict, by the two opponents. */
export const workoutConflictRaces: Readonly<Record<string, ConflictRace>> = {
  "a draft in conflict refreshed and given up": refreshAndDiscard,
  "a stale correction given up and sent again": discardAndResubmit,
  "one session id on each of both phones": oneIdOnBoth,
  "the wipe of a phone's drafts and a further receipt": wipeAndReceipt,
  "the end of a draft's time and a further receipt": expiryAndReceipt,
};

const discardOf = (draft: Draft) => draft.op("workout.discard-session", { reason: null });

async function send(em: SqlEntityManager, phone: SubmittingPhone, operation: Operation) {
  const { results } = await submit(admissionDeps(em), phone, [operation]);
  return verdictsOf(results)[0] ?? "";
}

async function refused({ quiet }: DayGround) {
  const deps = admissionDeps(quiet);
  return await refusedDraft({ em: quiet, deps }, await buildScope(quiet));
}

/** How each conflict of a draft ended, and that its content exists while it is open. */
async function endsOf({ quiet }: DayGround, { clientSessionId }: Draft) {
  const conflicts = await conflictsOf(quiet, clientSessionId);
  for (const { resolution, content } of conflicts)
    expect([resolution === null, content !== null]).toEqual(
      resolution === null ? [true, true] : [false, false],
    );
  return conflicts.map(({ resolution }) => resolution);
}

async function countEndEvents({ quiet }: DayGround, { clientSessionId }: Draft) {
  const rows = await conflictEvents(quiet, clientSessionId);
  return rows.filter(
    ({ type, consumer }) => type === "WorkoutSyncConflictResolved" && consumer === "event-feed",
  ).length;
}

const sessionOf = async ({ quiet }: DayGround, { clientSessionId }: Draft) =>
  await tables(quiet.fork())
    .selectFrom("workoutSession")
    .select(["status", "content", "lineageId"])
    .where("clientSessionId", "=", clientSessionId)
    .executeTakeFirst();

/** The first one wins; the second is refused, and one event is emitted. */
async function refreshAndDiscard(ground: DayGround, round: number): Promise<void> {
  const { scope, draft, frozenRevision } = await refused(ground);
  const { clientSessionId } = draft;
  const [conflict] = await conflictsOf(ground.quiet, clientSessionId);
  const refreshing: RefreshDraft = {
    relationshipId: scope.relationshipId,
    conflictId: conflict?.id ?? "",
    resolution: "REFRESH",
    draft: { clientSessionId, frozenRevision },
    operationIds: [],
    requestId: "race",
  };
  const [refreshed, given] = await atOnce(
    round,
    () => codeOf(transact(ground.em, (tx) => refreshDraft(tx, refreshing))),
    () => send(ground.em, scope, discardOf(draft)),
  );
  expect(given).toBe("ACCEPTED");
  const isRefreshed = refreshed === null;
  expect(refreshed).toBe(isRefreshed ? null : "STATE_CONFLICT");
  expect(await endsOf(ground, draft)).toEqual([isRefreshed ? "REFRESH" : "DISCARD"]);
  expect(await countEndEvents(ground, draft)).toBe(1);
}

/** The counted session remains, corrected, whichever of the two ended the conflict. */
async function discardAndResubmit(ground: DayGround, round: number): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const draft = draftOf(await putWorkout(ground.quiet, scope));
  await send(ground.quiet, scope, draft.submit([squats("one", 50)]));
  const stale = draft.op("workout.correct-session", {
    sets: [squats("one", 1)],
    clientRevision: 1,
  });
  expect(await send(ground.quiet, scope, stale)).toBe("STALE_REVISION");
  const again = draft.op(
    "workout.correct-session",
    { sets: [squats("one", 60)] },
    { resubmitOf: stale.clientOperationId },
  );
  const [given, corrected] = await atOnce(
    round,
    () => send(ground.em, scope, discardOf(draft)),
    () => send(ground.em, scope, again),
  );
  const isGiven = given === "ACCEPTED";
  expect([given, corrected]).toEqual([isGiven ? "ACCEPTED" : "ACTION_NOT_OFFERED", "ACCEPTED"]);
  expect(await endsOf(ground, draft)).toEqual([isGiven ? "DISCARD" : "RESUBMIT"]);
  expect(await countEndEvents(ground, draft)).toBe(1);
  expect(await sessionOf(ground, draft)).toMatchObject({
    status: "SUBMITTED",
    content: { sets: [{ values: { weight: { value: 60 } } }] },
  });
}

/** The session belongs to the first phone; only the other phone can discard its refused draft. */
async function oneIdOnBoth(ground: DayGround, round: number): Promise<void> {
  const scope = await buildScope(ground.quiet);
  const other: BuiltScope = {
    ...scope,
    deviceId: await buildDevice(ground.quiet, scope.clientUserId),
  };
  const workout = await putWorkout(ground.quiet, scope);
  const draft = draftOf(workout);
  const copy = draftOf(workout, draft.clientSessionId);
  const verdicts = await atOnce(
    round,
    () => send(ground.em, scope, draft.submit([squats("one", 50)])),
    () => send(ground.em, other, copy.submit([squats("one", 51)])),
  );
  expect(verdicts.toSorted()).toEqual(["ACCEPTED", "SESSION_ALREADY_SUBMITTED"]);
  const isOwn = verdicts[0] === "ACCEPTED";
  const [winner, loser] = isOwn ? [scope, other] : [other, scope];
  expect(await endsOf(ground, draft)).toEqual([null]);
  const given = await atOnce(
    round,
    () => send(ground.em, winner, discardOf(isOwn ? draft : copy)),
    () => send(ground.em, loser, discardOf(isOwn ? copy : draft)),
  );
  expect(given).toEqual(["ACTION_NOT_OFFERED", "ACCEPTED"]);
  expect(await endsOf(ground, draft)).toEqual(["DISCARD"]);
  expect(await sessionOf(ground, draft)).toMatchObject({
    status: "SUBMITTED",
    content: { sets: [{ values: { weight: { value: isOwn ? 50 : 51 } } }] },
  });
}

/** Content refused before the order is deleted, once; content refused later stays, or opens no conflict. */
async function wipeAndReceipt(ground: DayGround, round: number): Promise<void> {
  const { scope, draft, clientOperationId: resubmitOf } = await refused(ground);
  const { deviceId } = scope;
  const now = await clockNow(ground.quiet.fork());
  await transact(ground.quiet, (tx) =>
    orderWholePurges(tx, [{ deviceId, trigger: "LOGOUT" }], { now, requestId: null }),
  );
  const rows = await purgesOf(ground, deviceId);
  const deliver = deliverToWorkouts(ground.em);
  const further = draft.submit([squats("two")], {}, { resubmitOf });
  const [failures, verdict] = await atOnce(
    round,
    () => deliver(rows, new AbortController().signal),
    () => send(ground.em, scope, further),
  );
  expect([failures.size, verdict]).toEqual([0, "SNAPSHOT_SUPERSEDED"]);
  const ends = await endsOf(ground, draft);
  expect([[null], ["WIPED"]]).toContainEqual(ends);
  await deliver(rows, new AbortController().signal);
  expect(await endsOf(ground, draft)).toEqual(ends);
  expect(await countEndEvents(ground, draft)).toBe(ends[0] === null ? 0 : 1);
}

/** The pending outbox rows of a phone's purge; those of earlier rounds were never fetched. */
async function purgesOf({ quiet }: DayGround, deviceId: string): Promise<readonly LeasedRow[]> {
  const lease = { consumers: ["workouts"], limit: 1_000_000, leaseSeconds: 60 } as const;
  const leased = await transact(quiet, (tx) => leaseRows(tx, lease));
  const rows = leased.filter((row) => row.refs["deviceId"] === deviceId);
  expect(rows.map(({ type }) => type)).toEqual(["PurgeOrdered"]);
  return rows;
}

/** Its time is over, or a further receipt came before that and extends it. */
async function expiryAndReceipt(ground: DayGround, round: number): Promise<void> {
  const { scope, draft, clientOperationId: resubmitOf } = await refused(ground);
  const { clientSessionId } = draft;
  const { relationshipId } = scope;
  await tables(ground.quiet.fork())
    .updateTable("workoutConflict")
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where("clientSessionId", "=", clientSessionId)
    .execute();
  const [{ did }, verdict] = await atOnce(
    round,
    () => settleConflict(ground.em, { relationshipId, clientSessionId }),
    () => send(ground.em, scope, draft.submit([squats("two")], {}, { resubmitOf })),
  );
  expect(verdict).toBe("SNAPSHOT_SUPERSEDED");
  const isOver = did?.includes("EXPIRED") ?? false;
  expect(await endsOf(ground, draft)).toEqual([isOver ? "EXPIRED" : null]);
  expect(await countEndEvents(ground, draft)).toBe(isOver ? 1 : 0);
}
