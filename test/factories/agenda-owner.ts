import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { v7 as uuidv7 } from "uuid";
import type { RelationshipStatus } from "../../contract/identity/vocabulary.ts";
import { CoachWorkspace } from "../../db/identity/coach-workspace.ts";
import { Invitation } from "../../db/identity/invitation.ts";
import { Relationship } from "../../db/identity/relationship.ts";
import { User } from "../../db/identity/user.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import type { AgendaOwner } from "./plans.ts";

/** A relationship as rows alone, where a test needs many of them, or in a state of its choice. */
export async function buildAgendaOwner(
  em: SqlEntityManager,
  choice: { readonly timezone?: string; readonly status?: RelationshipStatus } = {},
): Promise<AgendaOwner & { readonly clientUserId: string }> {
  const fork = em.fork();
  const now = new Date();
  const user = (role: "COACH" | "CLIENT") =>
    fork.create(User, {
      id: uuidv7(),
      primaryEmail: null,
      primaryPhone: null,
      displayName: role,
      status: "ACTIVE",
      roles: [role],
      createdAt: now,
      updatedAt: now,
      deletionRequestedAt: null,
      deletedAt: null,
    });
  const coach = user("COACH");
  const client = user("CLIENT");
  const workspace = fork.create(CoachWorkspace, {
    id: uuidv7(),
    ownerUserId: coach.id,
    name: "Workspace",
    slug: uuidv7(),
    status: "ACTIVE",
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
  const invitation = fork.create(Invitation, {
    id: uuidv7(),
    workspaceId: workspace.id,
    invitedByUserId: coach.id,
    targetEmail: "client@example.com",
    targetPhone: null,
    status: "CONSUMED",
    generation: 1,
    tokenHash: uuidv7(),
    expiresAt: now,
    createdAt: now,
    updatedAt: now,
    consumedAt: now,
    consumedByUserId: client.id,
    revokedAt: null,
  });
  const timezone = choice.timezone ?? "UTC";
  const relationship = fork.create(Relationship, {
    id: uuidv7(),
    workspaceId: workspace.id,
    coachUserId: coach.id,
    clientUserId: client.id,
    invitationId: invitation.id,
    status: choice.status ?? "ACTIVE",
    timezone,
    startedAt: now,
    endedAt: null,
    updatedAt: now,
  });
  fork.create(RelationshipScope, { relationshipId: relationship.id, seq: 0, epoch: uuidv7() });
  await fork.flush();
  return {
    workspaceId: workspace.id,
    relationshipId: relationship.id,
    coachUserId: coach.id,
    clientUserId: client.id,
    timezone,
  };
}
