import type { CardSnapshot } from "../../contract/agenda/notice-schema.ts";
import type { TaskSourceContext, TaskSourceType } from "../../contract/agenda/vocabulary.ts";

/** A card of one local day as its source defines it (docs/rooms/agenda.md#cards). */
export interface InformationalCard {
  /** Derived from relationship, date and key: `cardId` of the contract. */
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
  /** Unique per relationship and day: making it twice yields the same card. */
  readonly cardKey: string;
  /** A higher one comes first. */
  readonly priority: number;
  /** Orders cards of equal priority. */
  readonly sortKey: string;
  /** Start of the interval in which it is shown. */
  readonly displayFrom: Date;
  /** End of that interval, exclusive. */
  readonly displayUntil: Date;
  readonly snapshot: CardSnapshot;
}
