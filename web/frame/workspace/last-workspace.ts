/**
 * The workspace that this browser showed last, for an address that names none. It is an id, no name. A person who may
 * not open it gets their own (`read-me.ts`).
 */
export function readLastWorkspace(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/** Keeps the workspace for the next address without one; null forgets it. */
export function keepLastWorkspace(workspaceId: string | null): void {
  try {
    if (workspaceId === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, workspaceId);
  } catch {
    // A browser that stores nothing opens the coach's own workspace.
  }
}

const NAME = "workspace";
