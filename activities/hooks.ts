import type { AccountHooks } from "./accounts/account-hook.ts";
import type { SessionHooks } from "./accounts/sessions/session-hook.ts";
import type { RebuildHooks } from "./agenda/rebuild-hook.ts";
import type { AssignmentHooks } from "./plans/assignments/assignment-hook.ts";
import type { RelationshipHooks } from "./relationships/relationship-hook.ts";
import type { WorkspaceHooks } from "./workspaces/workspace-hook.ts";

/**
 * The hooks that follow accounts, sessions, workspaces, relationships, assignments and rebuilds inside their
 * transactions.
 */
export interface Hooks {
  readonly accounts: AccountHooks;
  readonly sessions: SessionHooks;
  readonly workspaces: WorkspaceHooks;
  readonly relationships: RelationshipHooks;
  readonly assignments: AssignmentHooks;
  readonly rebuilds: RebuildHooks;
}
