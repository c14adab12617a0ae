import type { Tx } from "../../db/transact.ts";

/** A workspace that something became of, under its lock, and by which request. */
export interface ToldWorkspace {
  readonly workspaceId: string;
  readonly now: Date;
  readonly requestId: string | null;
}

/** Somebody who is a member now. */
export interface JoinedMember extends ToldWorkspace {
  readonly userId: string;
}

/** Somebody who is no member any more, and who takes over what was theirs: the owner, or whom the owner chose. */
export interface GoneMember extends JoinedMember {
  readonly successorUserId: string;
  readonly actorUserId: string;
}

/** What another room does when something becomes of a workspace, in the same transaction. */
export interface WorkspaceHook {
  opened?(tx: Tx, workspace: ToldWorkspace): Promise<void>;
  suspended?(tx: Tx, workspace: ToldWorkspace): Promise<void>;
  reinstated?(tx: Tx, workspace: ToldWorkspace): Promise<void>;
  memberJoined?(tx: Tx, member: JoinedMember): Promise<void>;
  memberGone?(tx: Tx, member: GoneMember): Promise<void>;
}

/** The hooks of every room that follows workspaces, in the order in which they are told. */
export type WorkspaceHooks = readonly WorkspaceHook[];

/** Tells every hook what became of a workspace as a whole. */
export async function announceWorkspace(
  tx: Tx,
  {
    hooks,
    change,
  }: {
    readonly hooks: WorkspaceHooks;
    readonly change: Exclude<keyof WorkspaceHook, "memberJoined" | "memberGone">;
  },
  workspace: ToldWorkspace,
): Promise<void> {
  for (const hook of hooks) await hook[change]?.(tx, workspace);
}

/** Tells every hook of a new member. */
export async function announceJoined(
  tx: Tx,
  hooks: WorkspaceHooks,
  member: JoinedMember,
): Promise<void> {
  for (const hook of hooks) await hook.memberJoined?.(tx, member);
}

/** Tells every hook of a member who is gone. */
export async function announceGone(
  tx: Tx,
  hooks: WorkspaceHooks,
  member: GoneMember,
): Promise<void> {
  for (const hook of hooks) await hook.memberGone?.(tx, member);
}
