/**
 * Finds the clients that a console has to read again: those with a change that it was not sent, and those with batches
 * settled since. A change that it was sent before does not count (docs/rooms/inbox.md#changes-of-a-workspace).
 *
 * @param most maximum number of clients that a cursor names as sent.
 */
export function changedClients(
  before: SentClients,
  present: PresentClients,
  most: number,
): ChangedClients {
  const { moved, unsettled } = present;
  const isUncounted = before.unsettled === null && unsettled !== null;
  if (moved.length > most || isUncounted) return { reload: true, relationshipIds: [] };
  const ids = moved.filter(({ tag }) => !before.tags.has(tag)).map(clientOf);
  const waiting = new Map(unsettled?.map((one) => [one.relationshipId, one.batches]));
  const settled =
    unsettled === null || before.unsettled === null
      ? []
      : before.unsettled.filter(
          ({ relationshipId, batches }) => waiting.get(relationshipId) !== batches,
        );
  return { reload: false, relationshipIds: [...new Set([...ids, ...settled.map(clientOf)])] };
}

const clientOf = ({ relationshipId }: { readonly relationshipId: string }) => relationshipId;

/** Changes that a console has once it receives the answer to a read. The next read skips them. */
export function sentClients({ moved, unsettled }: PresentClients): SentClients {
  const recent = moved.filter(({ isRecent }) => isRecent);
  return { tags: new Set(recent.map(({ tag }) => tag)), unsettled };
}

/** Changes that a console was sent, by its cursor. */
export interface SentClients {
  /** Short hashes of the changes that a later read sees again. */
  readonly tags: ReadonlySet<string>;
  /** Null if there were too many to name: once they are few, everything has to be read again. */
  readonly unsettled: readonly ClientBatches[] | null;
}

/** The clients of a workspace that changed lately. */
export interface PresentClients {
  readonly moved: readonly {
    readonly relationshipId: string;
    readonly tag: string;
    readonly isRecent: boolean;
  }[];
  readonly unsettled: readonly ClientBatches[] | null;
}

/** A client with batches that are not settled, and a short hash of them. */
interface ClientBatches {
  readonly relationshipId: string;
  readonly batches: string;
}

/** The clients that a console has to read again. */
interface ChangedClients {
  /** Too much has changed to tell. */
  readonly reload: boolean;
  readonly relationshipIds: readonly string[];
}
