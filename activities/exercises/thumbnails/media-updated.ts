import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { lockThumbnails } from "../../../db/exercises/thumbnails/lock-thumbnails.ts";
import { newId } from "../../../db/new-id.ts";
import { appendEvents, type EventOrigin } from "../../../db/outbox/append-events.ts";
import type { Tx } from "../../../db/transact.ts";

/** What an exercise shows from now on. */
export interface UpdatedMedia {
  readonly exerciseId: string;
  readonly revision: number;
  readonly assetId: string | null;
}

/**
 * Tells that the pictures of exercises are others, or none any more: ids only. Whoever has just read what was shown, to
 * keep it, is waited for, so that who follows finds that too; who reads it later reads what is committed here.
 */
export async function tellMediaUpdated(
  tx: Tx,
  updated: readonly UpdatedMedia[],
  origin: EventOrigin,
): Promise<void> {
  if (updated.length === 0) return;
  await lockThumbnails(tx);
  await appendEvents(tx, updated.map(eventOf), origin);
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
