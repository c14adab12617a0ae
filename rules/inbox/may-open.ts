import { SOURCE_PERMISSIONS, type SourceContext } from "../../contract/inbox/vocabulary.ts";

/**
 * Whether a member may open what a task points at (docs/rooms/inbox.md#permissions). Who may not sees the row.
 *
 * @param permissions what the member may do in the workspace.
 */
export function mayOpen(context: SourceContext, permissions: readonly string[]): boolean {
  return permissions.includes(SOURCE_PERMISSIONS[context]);
}
