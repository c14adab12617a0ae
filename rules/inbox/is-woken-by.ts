import { type SourceKind, SOURCES } from "../../contract/inbox/source-vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";

/** Whether a source is queried after an event. */
export function isWokenBy(kind: SourceKind, event: EventType): boolean {
  return SOURCES[kind].wakesOn.some((type) => type === event);
}
