import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { newId } from "../../../db/new-id.ts";

/** The event that the picture of an exercise is another one, or none any more: ids only. */
export function mediaUpdated(mapping: {
  readonly exerciseId: string;
  readonly revision: number;
  readonly assetId: string | null;
}): DomainEvent {
  const { exerciseId, revision, assetId } = mapping;
  return {
    eventId: newId(),
    type: "ExerciseMediaUpdated",
    subjectId: exerciseId,
    version: revision,
    refs: { assetId },
  };
}
