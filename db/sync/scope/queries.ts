import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { SyncEntityType } from "../../../contract/sync/vocabulary.ts";
import { wireInstant } from "../../transact.ts";
import type { ReceiptView } from "../queries.ts";
import { changesSince, hashBefore, isWholeSince, shownReceipts } from "./scope-parts.ts";
import { type AskedSlices, sliceDigests } from "../receipts/slice-digests.ts";

/** What the read half shows of a scope. */
export interface ScopeSnapshot {
  readonly relationshipStatus: RelationshipStatus;
  readonly seq: number;
  readonly epoch: string;
  readonly now: string;
  readonly receipts: readonly ReceiptView[];
  /** Ids changed after the asked counter, by type; empty without one. */
  readonly changes: readonly { readonly type: SyncEntityType; readonly id: string }[];
  /** None of the changes after the asked counter was pruned. */
  readonly changesKept: boolean;
  /** Digests of the asked slices, by name. */
  readonly slices: readonly { readonly slice: string; readonly digest: string }[];
}

const NO_SLICES: AskedSlices = { names: [], days: [], nearDays: false };

/** Receipts of a device that are looked through for those of one scope, newest first. */
const RECEIPTS_SEEN = 500;

/**
 * The scope's state, the newest receipts of the device, what changed since a counter and the digests of
 * slices, from one snapshot: counter and rows belong together (docs/rules.md#storage-scope-changes). Of a
 * device that syncs many scopes, receipts beyond its newest 500 are left to the replay of their
 * operations.
 *
 * @returns null when the relationship does not exist.
 */
export async function findScopeSnapshot(
  em: SqlEntityManager,
  asked: {
    readonly relationshipId: string;
    readonly deviceId: string;
    readonly sinceSeq: number | null;
    readonly receiptLimit: number;
    readonly slices?: AskedSlices | null;
  },
): Promise<ScopeSnapshot | null> {
  // With slices it is another text for each choice of them.
  const name = sql.raw(asked.slices ? "" : "/* named: scope-snapshot */");
  const { rows } = await sql<ScopeSnapshot>`${name}
    with receipt as materialized (
      select newest.*, ${hashBefore} as hash_before
      from (
        select * from sync_operation where device_id = ${asked.deviceId}
        order by chain_seq desc
        limit ${RECEIPTS_SEEN}
      ) newest
      where newest.relationship_id = ${asked.relationshipId}
      order by newest.chain_seq desc
      limit ${asked.receiptLimit}
    )
    select relationship.status as "relationshipStatus", scope.seq::float8 as seq, scope.epoch,
      ${wireInstant("clock_now()")} as now,
      ${shownReceipts} as receipts, ${changesSince(asked.sinceSeq)} as changes,
      ${isWholeSince(asked.sinceSeq)} as "changesKept",
      ${sliceDigests(asked.slices ?? NO_SLICES)} as slices
    from relationship
    join relationship_scope scope on scope.relationship_id = relationship.id
    where relationship.id = ${asked.relationshipId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}
