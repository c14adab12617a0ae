/** A page of a workspace's list, newest first; one row beyond the limit shows that there are more. */
export interface WorkspacePage {
  readonly workspaceId: string;
  readonly afterId: string | null;
  readonly limit: number;
}
