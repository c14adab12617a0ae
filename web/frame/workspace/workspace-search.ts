import { isId } from "../../../contract/is-id.ts";
import { WORKSPACE_PARAMETER } from "../../../contract/page-paths.ts";

/**
 * The part of every address that names the workspace. A coach of one workspace has none. With several, each address has
 * it: a reload, another tab, "back" and a link in a mail then open the right one.
 */
export function workspaceSearch(search: Readonly<Record<string, unknown>>): WorkspaceSearch {
  const found = search[WORKSPACE_PARAMETER];
  return isId(found) ? { [WORKSPACE_PARAMETER]: found } : {};
}

export interface WorkspaceSearch {
  readonly [WORKSPACE_PARAMETER]?: string | undefined;
}

/** The workspace that the query of an address names; null without one. */
export const namedWorkspace = (query: string): string | null =>
  workspaceSearch(Object.fromEntries(new URLSearchParams(query)))[WORKSPACE_PARAMETER] ?? null;

/** An address of the console, path and query, in a workspace; as it is without one. */
export function withWorkspace(address: string, workspaceId: string | null): string {
  if (workspaceId === null) return address;
  const { pathname, searchParams, hash } = new URL(address, "https://console.invalid");
  searchParams.set(WORKSPACE_PARAMETER, workspaceId);
  return `${pathname}?${searchParams.toString()}${hash}`;
}

/**
 * The corresponding page of another workspace: the list of the same kind. The rest of the address belongs to the
 * workspace that is left.
 */
export const pageLike = (address: string): string => `/${address.split(/[/?#]/, 2)[1] ?? ""}`;
