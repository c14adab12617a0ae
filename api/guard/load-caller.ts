import { type CallerRow, findCaller } from "../../db/accounts/guard/queries.ts";
import { pipelineReads } from "../../db/platform/pipeline/pipeline.ts";
import { findOwnRelationship, type RelationshipRow } from "../../db/relationships/guard/queries.ts";
import { findMembership, type MembershipRow } from "../../db/workspaces/queries.ts";
import type { ProviderIdentity } from "./caller.ts";
import { idIn } from "./grant-scope.ts";
import type { Visit } from "./visit.ts";

/**
 * Loads the signed-in user, their part in the workspace or relationship that the route names, and the route's own
 * prefetch. All are one pipeline; each statement filters by the sign-in alone.
 */
export async function loadCaller(visit: Visit, identity: ProviderIdentity): Promise<LoadedCaller> {
  const { deps, prefetch } = visit;
  // Plain statements without entities: they need no unit of work.
  const { em } = deps.database;
  const workspaceId = workspaceOf(visit, identity);
  const relationshipId = relationshipOf(visit);
  const [row, membership, relationship] = await pipelineReads(em, (executor) => [
    findCaller(executor, identity),
    workspaceId === null ? NOT_ASKED : findMembership(executor, { ...identity, workspaceId }),
    relationshipId === null
      ? NOT_ASKED
      : findOwnRelationship(executor, { ...identity, relationshipId }),
    prefetch?.(executor, identity) ?? NOT_ASKED,
  ]);
  return { row, membership, relationship };
}

/** The stored facts about a sign-in. */
export interface LoadedCaller {
  /** Null for a stranger. */
  readonly row: CallerRow | null;
  /** Membership in the workspace that the route names, if it is a coach's route. */
  readonly membership: MembershipRow | null;
  /** The relationship that the route names, with the user's role. */
  readonly relationship: RelationshipRow | null;
}

const NOT_ASKED = Promise.resolve(null);

/** The workspace whose membership the route requires; null if none. */
function workspaceOf({ endpoint, req }: Visit, { surface }: ProviderIdentity): string | null {
  switch (endpoint.access) {
    case "workspace-participant":
      return surface === "CLIENT_MOBILE" ? null : idIn(req.params["workspaceId"]);
    case "workspace-coach":
    case "workspace-owner":
      return idIn(req.params["workspaceId"]);
    default:
      return null;
  }
}

/** The relationship whose participants the route admits; null if none. */
function relationshipOf({ endpoint: { access }, req }: Visit): string | null {
  const isAsked = access === "relationship-coach" || access === "relationship-participant";
  return isAsked ? idIn(req.params["relationshipId"]) : null;
}
