import type {
  Caller,
  OperatorAccess,
  ProviderIdentity,
  RelationshipAccess,
  WorkspaceAccess,
  WorkspaceParticipant,
} from "./caller.ts";
import type { Machine } from "./tokens/machine.ts";

/**
 * The callers that a route admits; evaluated in one place, `api/guard/authorize.ts`:
 * - `anonymous`: anybody; a token is ignored.
 * - `identity`: a valid token; a user need not exist (registration).
 * - `user`: an active user; on WEB a coach alone, because a client has only the fallback there.
 * - `coach`: role COACH with an active membership somewhere; COACH surfaces and WEB.
 * - `client`: role CLIENT; CLIENT_MOBILE only.
 * - `workspace-coach` / `workspace-owner`: active member of path `workspaceId`, otherwise 404.
 * - `workspace-participant`: an active member of path `workspaceId` in a coach's app, or on CLIENT_MOBILE a client of
 *   it whose relationship has not ended; otherwise 404.
 * - `relationship-coach`: coach of the workspace that path `relationshipId` belongs to, otherwise 404.
 * - `relationship-participant`: its client on CLIENT_MOBILE or its coach on COACH_MOBILE, otherwise 404; an ended
 *   relationship is 404 too.
 * - `device-owner`: an active user on a device surface (docs/rooms/sync.md#devices).
 * - `provider`: the identity provider, proved by the signed token in its body alone.
 * - `service`: one of our services, by client credentials with the scope `internal`; no person, no surface.
 * - `admin`: token role admin; WEB only. Staff need no account of the product.
 * - `support`: token role support with the permission that the route names, granted in a table; an administrator has
 *   all of them. WEB only.
 */
export type Access =
  | "anonymous"
  | "identity"
  | "user"
  | "coach"
  | "client"
  | "workspace-coach"
  | "workspace-owner"
  | "workspace-participant"
  | "relationship-coach"
  | "relationship-participant"
  | "device-owner"
  | "provider"
  | "service"
  | "admin"
  | "support";

/** The guard's findings about the caller, by the route's declared access. */
export interface Granted extends Record<"service", { readonly machine: Machine }> {
  anonymous: Record<never, never>;
  identity: { readonly identity: ProviderIdentity; readonly caller: Caller | null };
  user: { readonly caller: Caller };
  coach: { readonly caller: Caller };
  client: { readonly caller: Caller };
  "workspace-coach": { readonly caller: Caller; readonly workspace: WorkspaceAccess };
  "workspace-owner": { readonly caller: Caller; readonly workspace: WorkspaceAccess };
  "workspace-participant": { readonly caller: Caller; readonly participant: WorkspaceParticipant };
  "relationship-coach": { readonly caller: Caller; readonly relationship: RelationshipAccess };
  "relationship-participant": {
    readonly caller: Caller;
    readonly relationship: RelationshipAccess;
  };
  "device-owner": { readonly caller: Caller };
  provider: Record<never, never>;
  admin: OperatorAccess;
  support: OperatorAccess;
}
