import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { materialiseRelationship } from "../../activities/agenda/materialise-assignment.ts";
import {
  endOwnRelationship,
  moveRelationship,
} from "../../activities/identity/move-relationship.ts";
import { registerClient } from "../../activities/identity/register-client.ts";
import type { RelationshipAct } from "../../contract/identity/lifecycle-vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { InvitationValidation } from "../../db/identity/invitation-validation.ts";
import { RelationshipEvent } from "../../db/identity/relationship-event.ts";
import { Relationship } from "../../db/identity/relationship.ts";
import { openDatabase } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { transact } from "../../db/transact.ts";
import {
  type BuiltRelationship,
  buildCoach,
  buildInvitation,
  buildRelationship,
  ORIGIN,
  registrationForm,
} from "../factories/identity.ts";
import { admissionDeps, type BuiltScope, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "move-relationship" });
const { em } = database;
afterAll(() => database.close());

type Place = { readonly workspaceId: string; readonly relationshipId: string };

const move = (
  { workspaceId, relationshipId }: Place,
  act: RelationshipAct,
  ...[byUserId, reason = "a reason"]: [byUserId: string, reason?: string]
) =>
  transact(em, (tx) => {
    return moveRelationship(tx, {
      act,
      workspaceId,
      relationshipId,
      byUserId,
      reason,
      requestId: "move",
    });
  });
const endAsClient = (clientUserId: string) =>
  transact(em, (tx) => endOwnRelationship(tx, { clientUserId, reason: null, requestId: "client" }));
const get = (id: string) => em.fork().findOneOrFail(Relationship, { id });
const codeOf = async (attempt: Promise<unknown>) => {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
const eventsOf = async (relationshipId: string) => {
  const rows = await em
    .fork()
    .find(OutboxRow, { subjectId: relationshipId }, { orderBy: { id: "asc" } });
  return rows
    .filter(({ type }) => type !== "CoachClientRelationshipStarted")
    .map(({ type, consumer, refs }) => ({ type, consumer, refs }));
};

describe("an act on a relationship", () => {
  test("writes status, history, event and the devices' counter at once", async () => {
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
    const feed = "event-feed";
    expect(await eventsOf(relationshipId)).toEqual([
      {
        type: "CoachClientRelationshipPaused",
        consumer: feed,
        refs: { ...refs, fromStatus: "ACTIVE", toStatus: "PAUSED" },
      },
      ...[feed, "agenda"].map((consumer) => ({
        type: "CoachClientRelationshipResumed",
        consumer,
        refs: { ...refs, fromStatus: "PAUSED", toStatus: "ACTIVE" },
      })),
      {
        type: "CoachClientRelationshipEnded",
        consumer: feed,
        refs: { ...refs, fromStatus: "ACTIVE", toStatus: "ENDED" },
      },
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
    expect(scope.seq).toBe(3);
    const changes = await em.fork().find(ScopeChange, { relationshipId });
    expect(changes.map((change) => change.changes)).toEqual(
      Array.from({ length: 3 }, () => ({ scope: [relationshipId] })),
    );
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

  test("of a client ends it, paused or not; then there is nothing to end", async () => {
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

describe("what follows", () => {
  test("an end takes the assignments and the untouched tasks with it", async () => {
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

  test("a resumed relationship gets the tasks of the day it lacks, once", async () => {
    const scope = await buildScope(em);
    const { relationshipId } = scope;
    await move(scope, "PAUSE", scope.coachUserId);
    // As if the pause had lasted over a midnight.
    await em.fork().nativeDelete(AgendaTask, { id: scope.agenda.habit.id });
    await em
      .fork()
      .nativeUpdate(
        PlanAssignment,
        { id: scope.agenda.habit.sourceId },
        { materialisedDate: null },
      );
    const materialise = () =>
      transact(em, (tx) => materialiseRelationship(tx, { relationshipId, requestId: null }));
    expect(await materialise()).toEqual([]);
    await move(scope, "RESUME", scope.coachUserId);
    expect(await materialise()).toMatchObject([{ sourceId: scope.agenda.habit.sourceId }]);
    expect(await materialise()).toEqual([]);
  });
});

describe("an act against a batch", () => {
  const operations = (scope: BuiltScope) => [
    queued("quick-log.complete-task", { taskId: scope.agenda.habit.id }),
    queued("quick-log.complete-item", {
      taskId: scope.agenda.meal.id,
      itemId: scope.agenda.meal.items[0]?.id,
    }),
    queued("quick-log.skip", { taskId: scope.agenda.supplement.id, reason: "NOT_FEELING_WELL" }),
  ];

  test.each(["PAUSE", "END"] as const)(
    "%s comes before or after a whole batch, from eight connections",
    async (act) => {
      const positions = new Set<number>();
      for (let round = 0; round < 6; round += 1) {
        const scope = await buildScope(em);
        const batches = Array.from({ length: 7 }, (_, index) => index).map(async () => {
          try {
            // A queue of its own each: they meet in the database, as from as many processes.
            const { results } = await submit(admissionDeps(em), scope, operations(scope));
            const kinds = new Set(results.map(({ status }) => status === "SCOPE_LOCKED"));
            return kinds.size === 1
              ? [...kinds].map((locked) => (locked ? "LOCKED" : "DECIDED"))[0]
              : "TORN";
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return error.code;
          }
        });
        const [outcomes] = await Promise.all([
          Promise.all(batches),
          sleep(round * 4).then(() => move(scope, act, scope.coachUserId)),
        ]);
        const refused = act === "PAUSE" ? "LOCKED" : "NOT_FOUND";
        for (const outcome of outcomes) {
          expect(["DECIDED", refused]).toContain(outcome);
        }
        const decided = outcomes.filter((outcome) => outcome === "DECIDED").length;
        const { relationshipId } = scope;
        expect(await em.fork().count(SyncBatch, { relationshipId })).toBe(decided);
        positions.add(decided);
        const deps = admissionDeps(em);
        const after = codeOrStatus(await attempt(() => submit(deps, scope, operations(scope))));
        expect(after).toBe(act === "PAUSE" ? "SCOPE_LOCKED" : "NOT_FOUND");
      }
      // It fell among the batches in different places.
      expect(positions.size).toBeGreaterThan(1);
    },
  );

  test("a known id replays while paused and is answered no more after the end", async () => {
    const deps = admissionDeps(em);
    const scope = await buildScope(em);
    const batch = operations(scope);
    await submit(deps, scope, batch);
    await move(scope, "PAUSE", scope.coachUserId);
    const replay = await submit(deps, scope, batch);
    expect(replay.scopeState).toBe("PAUSED");
    expect(new Set(replay.results.map(({ status }) => status))).not.toContain("SCOPE_LOCKED");
    await move(scope, "END", scope.coachUserId);
    expect(await codeOf(submit(deps, scope, batch))).toBe("NOT_FOUND");
  });

  type Outcome = Awaited<ReturnType<typeof submit>> | Refusal;
  const attempt = async (run: () => ReturnType<typeof submit>): Promise<Outcome> => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };
  const codeOrStatus = (outcome: Outcome) =>
    outcome instanceof Refusal ? outcome.code : outcome.results[0]?.status;
});

describe("an end against the same client's registration elsewhere", () => {
  test("leaves at most one open relationship, whoever comes first", async () => {
    const outcomes = new Set<string | null>();
    for (let round = 0; round < 10; round += 1) {
      const { coach: _coach, client, ...place } = await buildRelationship(em);
      const next = await opened(client);
      const [, refused] = await Promise.all([
        endAsClient(client.userId),
        codeOf(transact(em, (tx) => registerClient(tx, next))),
      ]);
      outcomes.add(refused);
      const open = await em
        .fork()
        .find(Relationship, { clientUserId: client.userId, status: { $ne: "ENDED" } });
      expect(open).toHaveLength(refused === null ? 1 : 0);
      expect(open.map(({ id }) => id)).not.toContain(place.relationshipId);
    }
    for (const refused of outcomes) {
      expect([null, "CLIENT_ALREADY_HAS_ACTIVE_COACH"]).toContain(refused);
    }
  });

  /** An invitation by another coach to the same contact, opened once the first has ended or before. */
  async function opened({ identity }: BuiltRelationship["client"]) {
    const contact = { kind: "EMAIL" as const, value: identity.email ?? "" };
    const { invitation, token } = await buildInvitation(em, await buildCoach(em), contact);
    // The proof is made by somebody else who has no coach, then handed to this sign-in.
    const proof = await proofFor(invitation.id, identity);
    return {
      ...registrationForm(),
      identity,
      invitationToken: token,
      validationId: proof,
      deviceIdHash: null,
      origin: ORIGIN,
    };
  }

  async function proofFor(
    invitationId: string,
    identity: BuiltRelationship["client"]["identity"],
  ): Promise<string> {
    const fork = em.fork();
    const { provider, issuer, tenant, subject } = identity;
    const expiresAt = new Date(Date.now() + 600_000);
    const proof = fork.create(InvitationValidation, {
      id: crypto.randomUUID(),
      invitationId,
      provider,
      issuer,
      tenant,
      subject,
      expiresAt,
      createdAt: new Date(),
    });
    await fork.flush();
    return proof.id;
  }
});
