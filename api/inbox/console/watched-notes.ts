/** Notes in the database which workspaces somebody waits for. */
export interface WatchedNotes {
  /** Notes them unless this process did so within a minute. Without an answer, and without an error. */
  note(workspaceIds: readonly string[]): void;
}

/** A note is written again after a minute, and outlives a late one. */
const EVERY_MS = 60_000;
export const NOTED_SECONDS = 90;

/**
 * Opens the notes of a process (docs/rooms/storage.md#relay). A lost note costs a console a few seconds.
 *
 * @param write writes a note that holds for {@link NOTED_SECONDS}.
 */
export function openWatchedNotes(
  write: (workspaceIds: readonly string[]) => Promise<void>,
  now: () => number = () => performance.now(),
): WatchedNotes {
  const notedAt = new Map<string, number>();
  return {
    note(workspaceIds) {
      const at = now();
      for (const [id, before] of notedAt) if (at - before >= EVERY_MS) notedAt.delete(id);
      const missing = workspaceIds.filter((id) => !notedAt.has(id));
      if (missing.length === 0) return;
      for (const id of missing) notedAt.set(id, at);
      write(missing).catch(() => {
        for (const id of missing) notedAt.delete(id);
      });
    },
  };
}
