import type { Tx } from "../../db/platform/transactions/transact.ts";

/** The reactions of another room when a workspace changes, in the same transaction. */
export interface WorkspaceHook {
  opened?(tx: Tx, workspace: WorkspaceForEvent): Promise<void>;
  suspended?(tx: Tx, workspace: WorkspaceForEvent): Promise<void>;
  reinstated?(tx: Tx, workspace: WorkspaceForEvent): Promise<void>;
  memberJoined?(tx: Tx, member: JoinedMember): Promise<void>;
  memberGone?(tx: Tx, member: GoneMember): Promise<void>;
}

/** A workspace that changed, under its lock, and the request. */
export interface WorkspaceForEvent {
  readonly workspaceId: string;
  readonly now: Date;
  readonly requestId: string | null;
}

/** A new member. */
export interface JoinedMember extends WorkspaceForEvent {
  readonly userId: string;
}

/** A former member, and their successor: the owner, or the member whom the owner chose. */
export interface GoneMember extends JoinedMember {
  readonly successorUserId: string;
  readonly actorUserId: string;
}

/** The hooks of all rooms that follow workspaces, in call order. */
export type WorkspaceHooks = readonly WorkspaceHook[];

/** Notifies every hook of a change of a whole workspace. */
export async function announceWorkspace(
  tx: Tx,
  {
    hooks,
    change,
  }: {
    readonly hooks: WorkspaceHooks;
    readonly change: Exclude<keyof WorkspaceHook, "memberJoined" | "memberGone">;
  },
  workspace: WorkspaceForEvent,
): Promise<void> {
  for (const hook of hooks) await hook[change]?.(tx, workspace);
}

/** Notifies every hook of a new member. */
export async function announceJoined(
  tx: Tx,
  hooks: WorkspaceHooks,
  member: JoinedMember,
): Promise<void> {
  for (const hook of hooks) await hook.memberJoined?.(tx, member);
}

/** Notifies every hook of a member who left. */
export async function announceGone(
  tx: Tx,
  hooks: WorkspaceHooks,
  member: GoneMember,
): Promise<void> {
  for (const hook of hooks) await hook.memberGone?.(tx, member);
}
