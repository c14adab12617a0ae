import { beforeEach, describe, expect, test } from "@jest/globals";
import { moveRelationship } from "../../../activities/relationships/move-relationship.ts";
import { settleConflict } from "../../../activities/workouts/conflicts/settle-conflict.ts";
import { followPurge } from "../../../activities/workouts/conflicts/follow-purge.ts";
import { Actor } from "../../../db/outbox/actor.ts";
import { Notification } from "../../../db/notifications/notification.ts";
import { tables } from "../../../db/tables.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { hooks } from "../../../workers/hooks.ts";
import { setClock } from "../../factories/set-clock.ts";
import { admissionDeps, buildDevice, buildScope, submit } from "../../factories/sync/sync.ts";
import { verdictsOf } from "../../factories/sync/verdicts.ts";
import {
  conflictsOf,
  type RefusedDraft,
  refusedDraft,
  conflictEvents,
} from "../../factories/workouts/workout-conflicts.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

const DAY_MS = 86_400_000;
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);

beforeEach(() => setClock(ownerUrl, noon));

const refused = async () => await refusedDraft({ em, deps }, await buildScope(em));

describe("the actor of a draft in conflict (docs/rooms/workouts.md#conflicts)", () => {
  test("waits for its event, reminds the client next morning and weekly, and the coach after three days", async () => {
    const draft = await refused();
    expect(await rowOf(draft)).toMatchObject({ marks: 1 });
    expect(await settle(draft, at(0, 1))).toMatchObject({
      dueReason: "CLIENT_REMINDER",
      dueAt: at(1, -2).toISOString(),
      did: [],
    });
    expect((await settle(draft, at(1))).did).toEqual([expect.stringMatching(/^CLIENT_REMINDED: /)]);
    expect(await settle(draft, at(1, 1))).toMatchObject({ did: [], dueReason: "COACH_REMINDER" });
    expect((await settle(draft, at(4))).did).toEqual([expect.stringMatching(/^COACH_TOLD: /)]);
    expect(await settle(draft, at(5))).toMatchObject({ did: [], dueReason: "CLIENT_REMINDER" });
    expect((await settle(draft, at(8))).did).toHaveLength(1);
    expect(await noticesOf(draft)).toEqual([
      "WORKOUT_CONFLICT_REMINDER",
      "WORKOUT_CONFLICT_UNRESOLVED",
      "WORKOUT_CONFLICT_REMINDER",
    ]);
    expect(await rowOf(draft)).toMatchObject({ dueReason: "CLIENT_REMINDER" });
  });

  test("discards the draft 30 days after the latest receipt, with one event, and it opens no other conflict", async () => {
    const draft = await refused();
    const { scope, clientOperationId: resubmitOf } = draft;
    await setClock(ownerUrl, at(10));
    await submit(deps, scope, [draft.draft.submit(undefined, {}, { resubmitOf })]);
    expect(await settle(draft, at(31))).toMatchObject({ open: true });
    expect(await endOf(draft)).toEqual([{ resolution: null, isKept: true }]);
    expect(await settle(draft, at(41))).toMatchObject({ did: ["EXPIRED"], open: false });
    expect(await settle(draft, at(41, 1))).toMatchObject({ did: [], open: false });
    expect(await endOf(draft)).toEqual([{ resolution: "EXPIRED", isKept: false }]);
    expect(await rowOf(draft)).toBeNull();
    const events = await conflictEvents(em, draft.draft.clientSessionId);
    expect(events.filter(({ type }) => type === "WorkoutSyncConflictResolved")).toHaveLength(1);
    const { results } = await submit(deps, scope, [draft.draft.submit()]);
    expect(verdictsOf(results)).toEqual(["SNAPSHOT_SUPERSEDED"]);
    expect(await endOf(draft)).toHaveLength(1);
  });

  test("has no deadline once the draft was discarded", async () => {
    const draft = await refused();
    const discard = draft.draft.op("workout.discard-session", { reason: null });
    await submit(deps, draft.scope, [discard]);
    expect(await settle(draft, at(1))).toMatchObject({ open: false, did: [] });
    expect(await rowOf(draft)).toBeNull();
    expect(await noticesOf(draft)).toEqual([]);
  });
});

describe("a refused draft", () => {
  const order = async (draft: RefusedDraft, trigger: string, changes: object = {}) => {
    const { deviceId } = draft.scope;
    const refs = { deviceId, trigger, scope: "ALL", scopeId: deviceId, ...changes };
    const occurredAt = (await clockNow(em.fork())).toISOString();
    await transact(em, (tx) => followPurge(tx, { refs, occurredAt, requestId: null }));
  };

  test.each(["LOGOUT", "ACCOUNT_SWITCH", "DEVICE_RESET", "ACCOUNT_DELETION", "DEVICE_REVOCATION"])(
    "is wiped with its phone: %s",
    async (trigger) => {
      const draft = await refused();
      await order(draft, trigger);
      await order(draft, trigger);
      expect(await endOf(draft)).toEqual([{ resolution: "WIPED", isKept: false }]);
      const events = await conflictEvents(em, draft.draft.clientSessionId);
      expect(events.map(({ type, consumer }) => `${type} ${consumer}`).slice(2)).toEqual([
        "WorkoutSyncConflictResolved event-feed",
        "WorkoutSyncConflictResolved workout-conflict-actor",
      ]);
    },
  );

  test.each(["WORKSPACE_SUSPENSION", "PERMISSION_REVOCATION"])(
    "stays after %s",
    async (trigger) => {
      const draft = await refused();
      await order(draft, trigger, { scope: "WORKSPACE" });
      await order(draft, trigger);
      expect(await endOf(draft)).toEqual([{ resolution: null, isKept: true }]);
    },
  );

  test("of another phone stays, and so does content refused after the order", async () => {
    const draft = await refused();
    const deviceId = await buildDevice(em, draft.scope.clientUserId);
    await order(draft, "LOGOUT", { deviceId });
    const refs = { deviceId: draft.scope.deviceId, trigger: "LOGOUT", scope: "ALL" };
    const occurredAt = new Date(noon.getTime() - 60_000).toISOString();
    await transact(em, (tx) => followPurge(tx, { refs, occurredAt, requestId: null }));
    expect(await endOf(draft)).toEqual([{ resolution: null, isKept: true }]);
  });

  test("is wiped with its relationship, in the transaction that ends it", async () => {
    const draft = await refused();
    const { workspaceId, relationshipId, coachUserId: byUserId } = draft.scope;
    const end = { act: "END", workspaceId, relationshipId, byUserId, reason: null } as const;
    await transact(em, (tx) =>
      moveRelationship(tx, { ...end, requestId: null }, hooks.relationships),
    );
    expect(await endOf(draft)).toEqual([{ resolution: "WIPED", isKept: false }]);
  });
});

test("a change of the client's clocks wakes the actor, which uses the new ones", async () => {
  const draft = await refused();
  await settle(draft, at(0, 1));
  await tables(em.fork())
    .updateTable("relationship")
    .set({ timezone: "Asia/Tokyo" })
    .where("id", "=", draft.scope.relationshipId)
    .execute();
  expect(await settle(draft, at(0, 2))).toMatchObject({ dueAt: at(1, -11).toISOString() });
});

/** Noon of a day after the one on which drafts are refused. */
function at(days: number, hours = 0) {
  return new Date(noon.getTime() + days * DAY_MS + hours * 3_600_000);
}

async function settle({ scope, draft }: RefusedDraft, now: Date) {
  await setClock(ownerUrl, now);
  const { relationshipId } = scope;
  return await settleConflict(em, { relationshipId, clientSessionId: draft.clientSessionId });
}

async function endOf({ draft }: RefusedDraft) {
  return (await conflictsOf(em, draft.clientSessionId)).map(({ resolution, content }) => ({
    resolution,
    isKept: content !== null,
  }));
}

async function rowOf({ actorId }: RefusedDraft) {
  return await em.fork().findOne(Actor, { workflowId: actorId });
}

async function noticesOf({ scope }: RefusedDraft) {
  return (
    await em
      .fork()
      .find(Notification, { relationshipId: scope.relationshipId }, { orderBy: { id: "asc" } })
  ).map(({ category }) => category);
}
