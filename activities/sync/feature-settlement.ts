import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { RelationshipDay } from "../../db/agenda/queries.ts";
import type { SettlingBatch } from "../../db/sync/settlement/find-due-batches.ts";
import type { DueLanes } from "../../db/sync/settlement/find-due-lanes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { LaneShare } from "../../rules/sync/lane-share.ts";
import type { NextInLane } from "../../rules/sync/next-lane-poll.ts";

/**
 * The interface by which a room adds consequences of its operations to settlement. As with admission, sync names no
 * feature; it gets a list of these.
 */
export interface FeatureSettlement {
  /**
   * Applies all consequences of the accepted operations of these batches, and returns their events; set-based and
   * idempotent.
   */
  settle(tx: Tx, slice: SettlementSlice): Promise<readonly DomainEvent[]>;
  /** Days that its operations keep open for a time; null unless they do. At most one feature has some. */
  readonly days: SettledDays | null;
}

/** Admitted batches that are settled together, from any devices; their relationships are locked. */
export interface SettlementSlice {
  readonly batches: readonly SettlingBatch[];
  readonly now: Date;
}

/** Days that become final some time after their operations. Their rows say when. */
export interface SettledDays {
  /** Days of a lane that should be final, longest due first; read without a lock. */
  findEnded(em: SqlEntityManager, query: EndedDays): Promise<readonly RelationshipDay[]>;
  /** Makes those that are due final, each once, under the locks of their relationships; returns one event a day. */
  makeFinal(tx: Tx, days: readonly RelationshipDay[]): Promise<MadeFinal>;
  /** When the next day of a lane becomes final. */
  findNext(em: SqlEntityManager, share: LaneShare): Promise<NextInLane>;
  /** How many days of a lane wait to become final, due or not. */
  count(em: SqlEntityManager, share: LaneShare): Promise<number>;
  /** Lanes with days that are overdue by a number of seconds; null finds lanes with any day that waits. */
  findLanes(
    em: SqlEntityManager,
    shares: readonly LaneShare[],
    lateBySeconds: number | null,
  ): Promise<Pick<DueLanes, "now" | "lanes">>;
}

/** Selects days of a lane that should be final. */
export interface EndedDays {
  readonly share: LaneShare;
  /** Relationships that are locked or failed. */
  readonly except: readonly string[];
  readonly limit: number;
}

/** The events of days that became final, and when; null if another transaction was faster for all of them. */
export type MadeFinal = { readonly events: readonly DomainEvent[]; readonly now: Date } | null;
