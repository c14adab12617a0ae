import { hash } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { Digest } from "../../../contract/digest.ts";
import { sliceDigest } from "../../../contract/sync/slice-digest.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import {
  answeredBatch,
  batchOfKept,
  keptReceipt,
  storedReceipts,
  type FoundReceipts,
  type StoredReceipt,
} from "../receipts/stored-receipts.ts";
import {
  changesSince,
  isWholeSince,
  type ScopeChanged,
} from "../../platform/scopes/changes-since.ts";
import { followedProgram, type FollowedProgram, programChangedSince } from "./followed-program.ts";
import { type RequestedSlices, sliceDigests } from "../receipts/slice-digests.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** The state of a scope, for sync reads. */
export interface ScopeSnapshot {
  readonly relationshipStatus: RelationshipStatus;
  readonly seq: number;
  readonly epoch: string;
  /** When the epoch was drawn for a restored database, RFC 3339; null before any restore. */
  readonly restoredAt: string | null;
  readonly now: string;
  readonly receipts: readonly StoredReceipt[];
  /** Ids changed after the requested counter, by type; empty without one. */
  readonly changes: readonly ScopeChanged[];
  /** Whether no change after the requested counter was pruned. */
  readonly changesKept: boolean;
  /** Digests of the requested slices, by name. */
  readonly slices: readonly { readonly slice: string; readonly digest: string }[];
  /** Whether a program changed after the requested counter; true without one. */
  readonly programChanged: boolean;
  /** The program that the client follows, read only if it changed; null also without one. */
  readonly program: FollowedProgram | null;
}

const NO_SLICES: RequestedSlices = { names: [], days: [], nearDays: false };

/** How many positions of a device's chain are searched for receipts of one scope, newest first. */
const PLACES_SEEN = 500;

/**
 * The scope's state, the device's newest receipts, the changes since a counter and the digests of slices, from one
 * snapshot: counter and rows belong together (docs/rooms/storage.md#scope-changes). If a device syncs many scopes,
 * only the newest 500 positions of its chain are searched; older receipts are returned when their operations are
 * replayed.
 *
 * @returns null if the relationship does not exist.
 */
export async function findScopeSnapshot(
  em: SqlEntityManager,
  page: {
    readonly relationshipId: string;
    readonly deviceId: string;
    readonly sinceSeq: number | null;
    readonly receiptLimit: number;
    readonly slices?: RequestedSlices | null;
  },
): Promise<ScopeSnapshot | null> {
  // Each choice of slices makes another text, so only the one without slices is named.
  const since = expressionBuilder().val(page.sinceSeq);
  const name = page.slices ? null : "scope-snapshot";
  const statement = sql<SnapshotRow>`
    select relationship.status as "relationshipStatus", scope.seq::float8 as seq, scope.epoch,
      ${wireInstant("scope.restored_at")} as "restoredAt", ${wireInstant("clock_now()")} as now,
      (
        select coalesce(json_agg(${answeredBatch}), '[]')
        from (
          select of_scope.*, sum(of_scope.chain_last - of_scope.chain_first + 1)
            over (order by of_scope.chain_first desc
                  rows between unbounded preceding and 1 preceding) as newer
          from (
            select newest.* from device
            cross join lateral (
              select * from sync_batch
              where device_id = device.id and chain_first > device.chain_seq - ${PLACES_SEEN}::int
              order by chain_first desc
            ) newest
            where device.id = ${page.deviceId} and newest.relationship_id = ${page.relationshipId}
            order by newest.chain_first desc
            limit ${page.receiptLimit}
          ) of_scope
        ) batch
        join sync_answers answers on answers.batch_id = batch.id
        where coalesce(batch.newer, 0) < ${page.receiptLimit}::int
      ) as batches, (
        select coalesce(json_agg(${keptReceipt}), '[]')
        from (
          select * from receipt_kept where device_id = ${page.deviceId}
          order by chain_seq desc limit ${PLACES_SEEN}::int
        ) kept
        cross join lateral ${batchOfKept}
        where batch.relationship_id = ${page.relationshipId}
      ) as kept,
      ${programChangedSince(page.sinceSeq)} as "programChanged",
      case when ${programChangedSince(page.sinceSeq)} then ${followedProgram} end as program,
      ${changesSince(since)} as changes, ${isWholeSince(since)} as "changesKept",
      ${sliceDigests(page.slices ?? NO_SLICES)} as slices
    from relationship
    join relationship_scope scope on scope.relationship_id = relationship.id
    where relationship.id = ${page.relationshipId}
  `;
  const rows = await runNamed(em, name, statement);
  const [row] = rows;
  if (row === undefined) return null;
  const { batches, kept, ...snapshot } = row;
  const receipts = storedReceipts({ batches, kept }).slice(0, page.receiptLimit);
  const own = page.slices?.names.includes("receipts") ? [await receiptSlice(receipts)] : [];
  return { ...snapshot, receipts, slices: [...snapshot.slices, ...own].toSorted(byName) };
}

type SnapshotRow = Omit<ScopeSnapshot, "receipts"> & FoundReceipts;

/** The digest of the returned receipts; no row stores their hashes. */
async function receiptSlice(receipts: readonly StoredReceipt[]) {
  const rows = receipts.map(({ receiptId: id, hash: revision }) => ({ id, revision }));
  return { slice: "receipts", digest: await sliceDigest(rows, sha256) };
}

/** Synchronous, because Web Crypto's detour through another thread costs ten times as much as the hash. */
const sha256: Digest = (bytes) => new Uint8Array(hash("sha256", bytes, "buffer"));

const byName = (one: { readonly slice: string }, other: { readonly slice: string }) =>
  one.slice < other.slice ? -1 : 1;
