import type { Request } from "express";
import { Refusal } from "../../contract/refusal.ts";
import { findClientRelationship } from "../../db/relationships/queries.ts";
import type { RelationshipRow } from "../../db/relationships/guard/queries.ts";
import type { MembershipRow } from "../../db/workspaces/queries.ts";
import type {
  Caller,
  RelationshipAccess,
  WorkspaceAccess,
  WorkspaceParticipant,
} from "./caller.ts";
import { refuseClosedWorkspace } from "./refuse-closed-workspace.ts";
import type { Visit } from "./visit.ts";

/** A caller and their membership in the workspace that the route names. */
interface Member {
  readonly caller: Caller;
  /** Null if they are not a member, or the route names no workspace. */
  readonly membership: MembershipRow | null;
}

/** A caller and the relationship that the route names. */
interface Participant {
  readonly caller: Caller;
  /** Null if there is none, or the route names none. */
  readonly relationship: RelationshipRow | null;
}

/**
 * The workspace that a route names, for its members.
 *
 * @throws Refusal NOT_FOUND, FORBIDDEN, WORKSPACE_SUSPENDED, WORKSPACE_ARCHIVED.
 */
export function grantWorkspace(
  { endpoint }: Visit,
  access: "workspace-coach" | "workspace-owner",
  { caller, membership }: Member,
): { caller: Caller; workspace: WorkspaceAccess } {
  if (membership === null) throw new Refusal("NOT_FOUND");
  const { workspaceId, workspaceStatus, role } = membership;
  refuseClosedWorkspace(workspaceStatus, endpoint);
  if (access === "workspace-owner" && role !== "OWNER") throw new Refusal("FORBIDDEN");
  return { caller, workspace: { workspaceId, role } };
}

/**
 * The workspace that a route names, for its coaches and its clients, each in their own app.
 *
 * @throws Refusal NOT_FOUND, WORKSPACE_SUSPENDED, WORKSPACE_ARCHIVED.
 */
export async function grantWorkspaceParticipant(
  visit: Visit,
  member: Member,
): Promise<{ caller: Caller; participant: WorkspaceParticipant }> {
  const { caller } = member;
  if (caller.surface !== "CLIENT_MOBILE") {
    const { workspace } = grantWorkspace(visit, "workspace-coach", member);
    const { workspaceId } = workspace;
    return { caller, participant: { workspaceId, relationshipId: null } };
  }
  const workspaceId = scopeId(visit.req.params["workspaceId"]);
  const em = visit.deps.database.em.fork();
  const relationshipId = await findClientRelationship(em, caller.userId, workspaceId);
  if (relationshipId === null) throw new Refusal("NOT_FOUND");
  return { caller, participant: { workspaceId, relationshipId } };
}

/**
 * The relationship that a route names, for the coaches of its workspace.
 *
 * @throws Refusal NOT_FOUND, WORKSPACE_SUSPENDED, WORKSPACE_ARCHIVED.
 */
export function grantCoachOf(
  visit: Visit,
  { caller, relationship: row }: Participant,
): { caller: Caller; relationship: RelationshipAccess } {
  if (row === null || !row.isCoach) throw new Refusal("NOT_FOUND");
  matchSelectedWorkspace(visit.req, row);
  refuseClosedWorkspace(row.workspaceStatus, visit.endpoint);
  return { caller, relationship: presentRelationship(row, "COACH") };
}

/**
 * The relationship for its client in the client app, or its coach in the coach app; for everybody else it does not
 * exist.
 *
 * @throws Refusal NOT_FOUND.
 */
export function grantParticipant(
  { req }: Visit,
  { caller, relationship: row }: Participant,
): { caller: Caller; relationship: RelationshipAccess } {
  if (row === null) throw new Refusal("NOT_FOUND");
  const asClient = caller.surface === "CLIENT_MOBILE";
  const takesPart = asClient ? row.isClient : row.isCoach;
  const open = row.status !== "ENDED" && row.workspaceStatus === "ACTIVE";
  if (!takesPart || !open) throw new Refusal("NOT_FOUND");
  if (!asClient) matchSelectedWorkspace(req, row);
  return { caller, relationship: presentRelationship(row, asClient ? "CLIENT" : "COACH") };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A malformed id is treated as an unknown one. */
function scopeId(text: string | readonly string[] | undefined): string {
  const id = idIn(text);
  if (id === null) throw new Refusal("NOT_FOUND");
  return id;
}

/** The id in a path; null if it is malformed. */
export function idIn(text: string | readonly string[] | undefined): string | null {
  return typeof text === "string" && UUID.test(text) ? text.toLowerCase() : null;
}

function matchSelectedWorkspace(req: Request, row: RelationshipRow): void {
  const selected = req.get("X-Workspace-Id");
  if (selected !== undefined && selected.toLowerCase() !== row.workspaceId) {
    throw new Refusal("NOT_FOUND");
  }
}

function presentRelationship(row: RelationshipRow, as: "CLIENT" | "COACH"): RelationshipAccess {
  const { relationshipId, workspaceId, status, timezone } = row;
  const role = as === "COACH" ? row.role : null;
  return { relationshipId, workspaceId, status, timezone, as, role };
}
