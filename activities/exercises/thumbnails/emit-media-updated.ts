import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { lockThumbnails } from "../../../db/exercises/thumbnails/lock-thumbnails.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents, type EventOrigin } from "../../../db/outbox/append-events.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Emits that the pictures of exercises changed or were removed, with ids only. It waits for transactions that have
 * read the former picture in order to store it, so that consumers find those rows too. Later readers see what is
 * committed here.
 */
export async function emitMediaUpdated(
  tx: Tx,
  updated: readonly UpdatedMedia[],
  origin: EventOrigin,
): Promise<void> {
  if (updated.length === 0) return;
  await lockThumbnails(tx);
  await appendEvents(tx, updated.map(eventOf), origin);
}

/** The picture that an exercise shows from now on. */
export interface UpdatedMedia {
  readonly exerciseId: string;
  readonly revision: number;
  readonly assetId: string | null;
}

function eventOf({ exerciseId, revision, assetId }: UpdatedMedia): DomainEvent {
  return {
    eventId: newId(),
    type: "ExerciseMediaUpdated",
    subjectId: exerciseId,
    version: revision,
    refs: { assetId },
  };
}
