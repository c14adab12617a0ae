import type { CardSnapshot } from "../../contract/agenda/notice-schema.ts";
import type { TaskSourceContext, TaskSourceType } from "../../contract/agenda/vocabulary.ts";

/** A card of one local day as its source says it (docs/rooms/agenda.md#cards). */
export interface InformationalCard {
  /** Follows from relationship, date and key: `cardId` of the contract. */
  readonly id: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  /** Calendar day in `timezone`. */
  readonly localDate: string;
  readonly timezone: string;
  readonly sourceContext: TaskSourceContext;
  readonly sourceType: TaskSourceType;
  readonly sourceId: string;
  readonly sourceRevision: number;
  /** Unique per relationship and day: made twice it is the same. */
  readonly cardKey: string;
  /** The higher comes first. */
  readonly priority: number;
  /** Orders cards of one priority. */
  readonly sortKey: string;
  /** Shown from then on, */
  readonly displayFrom: Date;
  /** and until just before then. */
  readonly displayUntil: Date;
  readonly snapshot: CardSnapshot;
}
