import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { buildRelationship } from "../accounts/identity.ts";
import type { AgendaOwner } from "../plans/plans.ts";

/** A new coach and client, by default in UTC, in the form that plans and agendas need. */
export async function buildAgendaOwner(
  em: SqlEntityManager,
  choice: Parameters<typeof buildRelationship>[1] = {},
): Promise<AgendaOwner & { readonly clientUserId: string }> {
  const timezone = choice.timezone ?? "UTC";
  const { workspaceId, relationshipId, coach, client } = await buildRelationship(em, {
    ...choice,
    timezone,
  });
  return {
    workspaceId,
    relationshipId,
    coachUserId: coach.userId,
    clientUserId: client.userId,
    timezone,
  };
}
