import { describe, expect, test } from "@jest/globals";
import { followAssignment } from "../../activities/agenda/calendar/follow-assignment.ts";
import {
  endOwnRelationship,
  moveRelationship,
} from "../../activities/relationships/move-relationship.ts";
import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildCoach, buildRelationship } from "../factories/accounts/identity.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { codeOf } from "../factories/code-of.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 16 });

const get = (id: string) => em.fork().findOneOrFail(Relationship, { id });

describe("an act on a relationship", () => {
  test("writes status, history, event and the devices' counter in one transaction", async () => {
    const { coach, client, ...place } = await buildRelationship(em);
    const { relationshipId, workspaceId } = place;
    await move(place, "PAUSE", coach.userId, "Holiday until May");
    expect(await get(relationshipId)).toMatchObject({
      status: "PAUSED",
      resumesAs: "ACTIVE",
      pausedAt: expect.any(Date),
    });
    await move(place, "RESUME", coach.userId);
    expect(await get(relationshipId)).toMatchObject({
      status: "ACTIVE",
      resumesAs: null,
      pausedAt: null,
    });
    await move(place, "END", coach.userId);
    expect(await get(relationshipId)).toMatchObject({
      status: "ENDED",
      endedAt: expect.any(Date),
    });
    const people = { coachUserId: coach.userId, clientUserId: client.userId };
    const refs = { workspaceId, relationshipId, ...people, actorUserId: coach.userId };
    const both = ["event-feed", "mail", "onboarding-actor"];
    expect(await eventsOf(relationshipId)).toEqual([
      ...both.map((consumer) => ({
        type: "CoachClientRelationshipPaused",
        consumer,
        refs: { ...refs, fromStatus: "ACTIVE", toStatus: "PAUSED" },
      })),
      ...both.map((consumer) => ({
        type: "CoachClientRelationshipResumed",
        consumer,
        refs: { ...refs, fromStatus: "PAUSED", toStatus: "ACTIVE" },
      })),
      ...["event-feed", "workouts", "mail", "onboarding-actor"].map((consumer) => ({
        type: "CoachClientRelationshipEnded",
        consumer,
        refs: { ...refs, fromStatus: "ACTIVE", toStatus: "ENDED" },
      })),
    ]);
    const history = await em
      .fork()
      .find(RelationshipEvent, { relationshipId }, { orderBy: { id: "asc" } });
    expect(history.map(({ toStatus, reason, actorKind }) => [toStatus, reason, actorKind])).toEqual(
      [
        ["PAUSED", "Holiday until May", "COACH"],
        ["ACTIVE", "a reason", "COACH"],
        ["ENDED", "a reason", "COACH"],
      ],
    );
    const scope = await em.fork().findOneOrFail(RelationshipScope, relationshipId);
    const questionnaire = { form_assignment: [expect.any(String)] };
    const moved = { scope: [relationshipId] };
    const changes = await em
      .fork()
      .find(ScopeChange, { relationshipId }, { orderBy: { seq: "asc" } });
    expect(changes.map((change) => change.changes)).toEqual([
      questionnaire,
      moved,
      // Open days close at another time once the calendar resumes.
      {},
      moved,
      questionnaire,
      moved,
    ]);
    expect(changes.at(-1)?.seq).toBe(scope.seq);
  });

  test("that is refused writes nothing", async () => {
    const { coach, ...place } = await buildRelationship(em, { status: "ONBOARDING" });
    expect(await codeOf(move(place, "RESUME", coach.userId))).toBe("STATE_CONFLICT");
    expect(await eventsOf(place.relationshipId)).toEqual([]);
    const foreign = await buildCoach(em);
    const elsewhere = { ...place, workspaceId: foreign.workspaceId };
    expect(await codeOf(move(elsewhere, "END", foreign.userId))).toBe("NOT_FOUND");
    expect((await get(place.relationshipId)).status).toBe("ONBOARDING");
  });

  test("of a client ends it, paused or not; a second end is refused", async () => {
    for (const paused of [false, true]) {
      const { coach, client, ...place } = await buildRelationship(em);
      if (paused) await move(place, "PAUSE", coach.userId);
      await endAsClient(client.userId);
      expect((await get(place.relationshipId)).status).toBe("ENDED");
      expect(await codeOf(endAsClient(client.userId))).toBe("NOT_FOUND");
      expect(await codeOf(move(place, "RESUME", coach.userId))).toBe("RELATIONSHIP_INACTIVE");
      const last = await em.fork().findOneOrFail(RelationshipEvent, {
        relationshipId: place.relationshipId,
        toStatus: "ENDED",
      });
      expect([last.actorKind, last.actorUserId, last.reason]).toEqual([
        "CLIENT",
        client.userId,
        null,
      ]);
    }
  });
});

describe("the consequences of an act", () => {
  test("include the end of the assignments and untouched tasks of an ended relationship", async () => {
    const scope = await buildScope(em);
    const deps = admissionDeps(em);
    const { habit, water } = scope.agenda;
    await submit(deps, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
    await endAsClient(scope.clientUserId);
    const { relationshipId } = scope;
    expect(await em.fork().count(PlanAssignment, { relationshipId, status: "ACTIVE" })).toBe(0);
    const statusOf = async (id: string) => (await em.fork().findOneOrFail(AgendaTask, id)).status;
    expect(await statusOf(habit.id)).toBe("COMPLETED");
    expect(await statusOf(water.id)).toBe("CANCELED");
    expect(await em.fork().findOneOrFail(AgendaTask, water.id)).toMatchObject({
      changedByKind: "CLIENT",
    });
  });

  test("include the missing tasks of the day of a resumed relationship, created once", async () => {
    const scope = await buildScope(em);
    const { relationshipId } = scope;
    await move(scope, "PAUSE", scope.coachUserId);
    // As if the pause had lasted over midnight.
    const { sourceId } = scope.agenda.habit;
    await em.fork().nativeDelete(AgendaTask, { id: scope.agenda.habit.id });
    const made = () => em.fork().count(AgendaTask, { relationshipId, sourceId });
    await transact(em, (tx) => followAssignment(tx, { assignmentId: sourceId, requestId: null }));
    expect(await made()).toBe(0);
    await move(scope, "RESUME", scope.coachUserId);
    expect(await made()).toBe(1);
    await transact(em, (tx) => followAssignment(tx, { assignmentId: sourceId, requestId: null }));
    expect(await made()).toBe(1);
  });
});

type Place = { readonly workspaceId: string; readonly relationshipId: string };

function move(
  { workspaceId, relationshipId }: Place,
  act: RelationshipAct,
  ...[byUserId, reason = "a reason"]: [byUserId: string, reason?: string]
) {
  return transact(em, (tx) => {
    return moveRelationship(
      tx,
      {
        act,
        workspaceId,
        relationshipId,
        byUserId,
        reason,
        requestId: "move",
      },
      hooks.relationships,
    );
  });
}

function endAsClient(clientUserId: string) {
  return transact(em, (tx) =>
    endOwnRelationship(
      tx,
      { clientUserId, reason: null, requestId: "client" },
      hooks.relationships,
    ),
  );
}

async function eventsOf(relationshipId: string) {
  const rows = await em
    .fork()
    .find(OutboxRow, { subjectId: relationshipId }, { orderBy: { id: "asc" } });
  return rows
    .filter(
      ({ type }) => type !== "CoachClientRelationshipStarted" && !type.startsWith("AgendaDay"),
    )
    .map(({ type, consumer, refs }) => ({ type, consumer, refs }));
}
