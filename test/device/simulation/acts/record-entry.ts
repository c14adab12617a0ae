import type { World } from "../world.ts";

/**
 * Notes an entry before the app queues it, and queues it under the entry's id.
 *
 * @param queue resolves with whether the app queued an operation; it may refuse an act on a draft.
 */
export async function recordEntry(
  world: World,
  { relationshipId, taskId, word, again }: NewEntry,
  queue: (id: string) => Promise<boolean>,
): Promise<void> {
  const { entries, server } = world;
  const id = `entry-${world.seed}-${entries.size + 1}`;
  const relationship = server.stored.relationships.get(relationshipId);
  if (relationship === undefined) return;
  const { person } = relationship;
  const entry = {
    id,
    person,
    relationshipId,
    taskId,
    word,
    isConfirmed: false,
    isDiscarded: false,
  };
  entries.set(id, entry);
  if (world.provisional !== null) server.provisional.set(id, { code: world.provisional, left: 2 });
  world.provisional = null;
  const [first, second] = await Promise.allSettled([queue(id), again ? queue(id) : null]);
  if (first.status === "rejected" || !first.value) return;
  entry.isConfirmed = true;
  if (second.status === "rejected" && !world.phone.isFull)
    world.phone.breaches.push(`${id} could not be repeated`);
}

/** An entry that a person is about to make. */
export interface NewEntry {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly word: string | null;
  /** Whether the app repeats the call under the same id. */
  readonly again: boolean;
}

/** The word of the next entry. */
export function wordOf({ seed, entries }: World): string {
  return `word-${seed}-${entries.size + 1}-`;
}
