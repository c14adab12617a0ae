import { SOURCE_KINDS, type SourceKind, SOURCES } from "../../contract/inbox/source-vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";

/** The sources to query after an event. */
export function kindsWokenBy(event: EventType): readonly SourceKind[] {
  return SOURCE_KINDS.filter((kind) => SOURCES[kind].wakesOn.some((type) => type === event));
}
