import { PAGE_PATHS, WORKSPACE_PARAMETER } from "../../contract/page-paths.ts";

/**
 * The link of a coach's mail. It names the workspace that the mail is about, because a coach may have several. Null if
 * the mail is not about exactly one.
 */
export function coachAppLink(publicUrl: string, workspaceId: string | null): string {
  const named = workspaceId === null ? "" : `?${WORKSPACE_PARAMETER}=${workspaceId}`;
  return `${publicUrl}${PAGE_PATHS.coachApp}${named}`;
}
