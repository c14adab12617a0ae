import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { registerClient } from "../../activities/relationships/register-client.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import type { WorkspaceAct } from "../../contract/workspaces/vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  ORIGIN,
  registrationForm,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { codeOf } from "../factories/code-of.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 24 });
beforeEach(() => moveClock(ownerUrl, 0));

const requestId = "workspaces";

describe("a workspace", () => {
  test("is suspended and reinstated, audited with the reason, with an event without it", async () => {
    const { workspaceId, userId } = await buildCoach(em);
    await move(workspaceId, "SUSPEND", "Unpaid since May");
    expect(await codeOf(move(workspaceId, "SUSPEND"))).toBe("STATE_CONFLICT");
    expect(await codeOf(move(workspaceId, "ARCHIVE"))).toBe("STATE_CONFLICT");
    await move(workspaceId, "REINSTATE", "Paid");
    expect(await statusOf(workspaceId)).toBe("ACTIVE");
    expect(await typesOf(workspaceId)).toEqual(["WorkspaceSuspended", "WorkspaceReinstated"]);
    const events = await em.fork().find(OutboxRow, { subjectId: workspaceId });
    expect(JSON.stringify(events)).not.toContain("Unpaid");
    const audited = await em
      .fork()
      .find(
        AuthAuditEvent,
        { userId, eventType: { $like: "WORKSPACE_%" } },
        { orderBy: { id: "asc" } },
      );
    expect(audited.map(({ eventType, actor, metadata }) => [eventType, actor, metadata])).toEqual([
      ["WORKSPACE_SUSPENDED", "an-operator", { workspaceId, reason: "Unpaid since May" }],
      ["WORKSPACE_REINSTATED", "an-operator", { workspaceId, reason: "Paid" }],
    ]);
  });

  test("is archived once its relationships have ended, and can be restored", async () => {
    const { coach, workspaceId, relationshipId } = await buildRelationship(em);
    expect(await codeOf(move(workspaceId, "ARCHIVE"))).toBe("STATE_CONFLICT");
    expect(await typesOf(workspaceId)).toEqual([]);
    await transact(em, (tx) =>
      moveRelationship(
        tx,
        {
          act: "END",
          workspaceId,
          relationshipId,
          byUserId: coach.userId,
          reason: "Closing",
          requestId,
        },
        hooks.relationships,
      ),
    );
    await move(workspaceId, "ARCHIVE", null);
    expect(await statusOf(workspaceId)).toBe("ARCHIVED");
    await move(workspaceId, "REINSTATE");
    expect(await statusOf(workspaceId)).toBe("ACTIVE");
    expect(await typesOf(workspaceId)).toEqual(["WorkspaceArchived", "WorkspaceReinstated"]);
    expect(await codeOf(move(randomUUID(), "SUSPEND"))).toBe("NOT_FOUND");
  });

  test("is archived before a concurrent registration or not at all", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 8); round += 1) {
      const coach = await buildCoach(em);
      const { workspaceId } = coach;
      const register = await openedBy(coach);
      const [archived, registered] = await Promise.all([
        codeOf(move(workspaceId, "ARCHIVE")),
        codeOf(register()),
      ]);
      expect([
        [null, "WORKSPACE_SUSPENDED"],
        ["STATE_CONFLICT", null],
      ]).toContainEqual([archived, registered]);
      const open = await em.fork().count(Relationship, { workspaceId });
      expect([await statusOf(workspaceId), open]).toEqual(
        archived === null ? ["ARCHIVED", 0] : ["ACTIVE", 1],
      );
    }
  });

  /** A registration with a validated invitation of this coach, ready to run. */
  async function openedBy(coach: BuiltCoach) {
    const email = `${randomUUID()}@example.com`;
    const contact = { kind: "EMAIL" as const, value: email };
    const { token: invitationToken } = await buildInvitation(em, coach, contact);
    const identity = buildIdentity({ contact });
    const { id: validationId } = await transact(em, (tx) =>
      validateInvitation(tx, { identity, invitationToken }),
    );
    const form = { ...registrationForm(), identity, invitationToken, validationId };
    return () =>
      transact(em, (tx) =>
        registerClient(tx, { ...form, deviceIdHash: null, origin: ORIGIN }, hooks.relationships),
      );
  }
});

function move(workspaceId: string, act: WorkspaceAct, reason: string | null = "A reason") {
  return transact(em, (tx) =>
    moveWorkspace(
      tx,
      { act, workspaceId, actor: "an-operator", reason, requestId },
      hooks.workspaces,
    ),
  );
}

async function statusOf(id: string) {
  return (await em.fork().findOneOrFail(CoachWorkspace, { id })).status;
}

async function typesOf(subjectId: string) {
  const rows = await em.fork().find(OutboxRow, { subjectId }, { orderBy: { id: "asc" } });
  return rows.map(({ type }) => type);
}
