import { SOURCE_PERMISSIONS, type SourceContext } from "../../contract/inbox/source-vocabulary.ts";

/**
 * Whether a member may open the source of a task (docs/rooms/inbox.md#permissions). Without the permission the row is
 * still visible.
 *
 * @param permissions what the member may do in the workspace.
 */
export function mayOpen(context: SourceContext, permissions: readonly string[]): boolean {
  return permissions.includes(SOURCE_PERMISSIONS[context]);
}
