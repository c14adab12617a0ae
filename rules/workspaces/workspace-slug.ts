/**
 * Internal name of a workspace: readable, made unique by the random end of its id. It stays inside the service, so it
 * needs no reservation and no blocklist.
 */
export function workspaceSlug(name: string, workspaceId: string): string {
  const stem = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_STEM_LENGTH)
    .replaceAll(/^-+|-+$/g, "");
  return `${stem === "" ? "workspace" : stem}-${workspaceId.slice(-12)}`;
}

const MAX_STEM_LENGTH = 40;
