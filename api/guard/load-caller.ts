import { type CallerRow, findCaller } from "../../db/accounts/guard/queries.ts";
import { pipelineReads } from "../../db/pipeline.ts";
import { findMembership, type MembershipRow } from "../../db/workspaces/queries.ts";
import type { ProviderIdentity } from "./caller.ts";
import { idIn } from "./grant-scope.ts";
import type { Visit } from "./visit.ts";

/** What our own records say of a sign-in. */
export interface LoadedCaller {
  /** Null for a stranger. */
  readonly row: CallerRow | null;
  /** Of the workspace that the route names, where it has one whose coaches it is for. */
  readonly membership: MembershipRow | null;
}

const NOT_ASKED = Promise.resolve(null);

/**
 * Looks at who signs in, at what they are in the workspace that the route names, and at what the route itself asks
 * beside: one flight, each statement by the sign-in alone.
 */
export async function loadCaller(visit: Visit, identity: ProviderIdentity): Promise<LoadedCaller> {
  const { deps, beside } = visit;
  // Statements alone, of which no entity comes: they need no unit of work of their own.
  const { em } = deps.database;
  const workspaceId = workspaceOf(visit, identity);
  if (workspaceId === null && beside === undefined)
    return { row: await findCaller(em, identity), membership: null };
  const [row, membership] = await pipelineReads(em, (executor) => [
    findCaller(executor, identity),
    workspaceId === null ? NOT_ASKED : findMembership(executor, { ...identity, workspaceId }),
    beside?.(executor, identity) ?? NOT_ASKED,
  ]);
  return { row, membership };
}

/** The workspace of whose members the route is; null where it is of nobody's. */
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
