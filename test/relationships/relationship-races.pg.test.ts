import { describe, expect, test } from "@jest/globals";
import {
  endOwnRelationship,
  moveRelationship,
} from "../../activities/relationships/move-relationship.ts";
import { registerClient } from "../../activities/relationships/register-client.ts";
import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { InvitationValidation } from "../../db/invitations/invitation-validation.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltRelationship,
  buildCoach,
  buildInvitation,
  buildRelationship,
  ORIGIN,
  registrationForm,
} from "../factories/accounts/identity.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { codeOf } from "../factories/code-of.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 16 });

describe("an act that races with a batch", () => {
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
      for (let round = 0; round < campaignSize("RACE_ROUNDS", 6); round += 1) {
        // The act starts after this many answers, and meets the other batches.
        const answersBefore = (3 * round) % 7;
        let answers = 0;
        const begins = Promise.withResolvers<void>();
        const scope = await buildScope(em);
        const batches = Array.from({ length: 7 }, (_, index) => index).map(async () => {
          try {
            // Each has a separate queue, so they meet in the database, as if they came from different processes.
            const { results } = await submit(admissionDeps(em), scope, operations(scope));
            const kinds = new Set(results.map(({ status }) => status === "SCOPE_LOCKED"));
            return kinds.size === 1
              ? [...kinds].map((locked) => (locked ? "LOCKED" : "DECIDED"))[0]
              : "TORN";
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return error.code;
          } finally {
            answers += 1;
            if (answers >= answersBefore) begins.resolve();
          }
        });
        if (answersBefore === 0) begins.resolve();
        const [outcomes] = await Promise.all([
          Promise.all(batches),
          begins.promise.then(() => move(scope, act, scope.coachUserId)),
        ]);
        const refused = act === "PAUSE" ? "LOCKED" : "NOT_FOUND";
        for (const outcome of outcomes) {
          expect(["DECIDED", refused]).toContain(outcome);
        }
        const decided = outcomes.filter((outcome) => outcome === "DECIDED").length;
        const { relationshipId } = scope;
        expect(await em.fork().count(SyncBatch, { relationshipId })).toBe(decided);
        expect(decided).toBeGreaterThanOrEqual(answersBefore);
        const deps = admissionDeps(em);
        const after = codeOrStatus(await attempt(() => submit(deps, scope, operations(scope))));
        expect(after).toBe(act === "PAUSE" ? "SCOPE_LOCKED" : "NOT_FOUND");
      }
    },
  );

  test("a known operation replays while paused and is refused after the end", async () => {
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

describe("an end that races with the same client's registration elsewhere", () => {
  test("leaves at most one open relationship, whichever comes first", async () => {
    const outcomes = new Set<string | null>();
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 10); round += 1) {
      const { coach: _coach, client, ...place } = await buildRelationship(em);
      const next = await opened(client);
      const [, refused] = await Promise.all([
        endAsClient(client.userId),
        codeOf(transact(em, (tx) => registerClient(tx, next, hooks.relationships))),
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

  /** An invitation by another coach to the same contact, opened before or after the first relationship ended. */
  async function opened({ identity }: BuiltRelationship["client"]) {
    const contact = { kind: "EMAIL" as const, value: identity.email ?? "" };
    const { invitation, token } = await buildInvitation(em, await buildCoach(em), contact);
    // The proof is made by a person without a coach, then moved to this sign-in.
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
