import { type CallerRow, findCaller } from "../../db/accounts/guard/queries.ts";
import { pipelineReads } from "../../db/platform/pipeline/pipeline.ts";
import { findMembership, type MembershipRow } from "../../db/workspaces/queries.ts";
import type { ProviderIdentity } from "./caller.ts";
import { idIn } from "./grant-scope.ts";
import type { Visit } from "./visit.ts";

/**
 * Loads the signed-in user, their membership in the route's workspace, and the route's own prefetch. All are one
 * pipeline; each statement filters by the sign-in alone.
 */
export async function loadCaller(visit: Visit, identity: ProviderIdentity): Promise<LoadedCaller> {
  const { deps, prefetch } = visit;
  // Plain statements without entities: they need no unit of work.
  const { em } = deps.database;
  const workspaceId = workspaceOf(visit, identity);
  if (workspaceId === null && prefetch === undefined)
    return { row: await findCaller(em, identity), membership: null };
  const [row, membership] = await pipelineReads(em, (executor) => [
    findCaller(executor, identity),
    workspaceId === null ? NOT_ASKED : findMembership(executor, { ...identity, workspaceId }),
    prefetch?.(executor, identity) ?? NOT_ASKED,
  ]);
  return { row, membership };
}

/** The stored facts about a sign-in. */
export interface LoadedCaller {
  /** Null for a stranger. */
  readonly row: CallerRow | null;
  /** Membership in the workspace that the route names, if it is a coach's route. */
  readonly membership: MembershipRow | null;
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
