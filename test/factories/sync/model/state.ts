import { hash as hashOf } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { presentChainedReceipt } from "../../../../api/sync/present.ts";
import type { ChainedReceipt } from "../../../../contract/sync/receipts/receipt-schema.ts";
import { verifyChain } from "../../../../contract/sync/receipts/verify-chain.ts";
import { findReceiptPage } from "../../../../db/sync/queries.ts";
import { firstRow } from "../../../../db/platform/transactions/transact.ts";
import { sha256 } from "../../../../rules/sha256.ts";
import type { World } from "./world.ts";
import type { StoredReceipt } from "../../../../db/sync/receipts/stored-receipts.ts";
import { fullReceipts } from "../receipts/stored-receipts.ts";

/** Everything in the database that a history can have changed. */
export interface WorldState {
  readonly scopes: readonly {
    readonly status: string;
    readonly seq: number;
    readonly revision: number;
    readonly current: number;
    readonly entryCount: number;
    readonly valueRows: number;
    readonly notes: readonly string[];
    readonly changes: readonly (readonly string[] | null)[];
    readonly deferrals: readonly {
      readonly id: string;
      readonly attempts: number;
      readonly state: string;
    }[];
  }[];
  readonly devices: readonly DeviceState[];
}

interface DeviceState {
  readonly id: string;
  readonly active: boolean;
  readonly seq: number;
  readonly hash: string;
  readonly admitted: number;
  readonly settled: number;
  /** Settled batches whose row names the lane run that settled them. */
  readonly settledByRun: number;
  /** Digest of the receipts that were known before, and of all. */
  readonly before: string | null;
  readonly all: string | null;
}

/** The known part of a device's chain. */
export interface KnownChain {
  readonly seq: number;
  readonly hash: string;
  readonly digest: string | null;
}

/** Reads the present state of a world, with its receipts. */
export async function readWorld(
  em: SqlEntityManager,
  world: World,
  known: ReadonlyMap<string, KnownChain>,
): Promise<WorldState> {
  const devices = world.phones.flatMap(({ deviceIds }) =>
    deviceIds.map((id) => ({ id, known: known.get(id)?.seq ?? 0 })),
  );
  const { rows } = await sql<CountedState>`
    select
      (select json_agg(json_build_object(
        'status', r.status, 'seq', s.seq, 'revision', t.revision,
        'current', coalesce((t.completion_summary -> 'value' ->> 'current')::float8, 0),
        'entryCount', coalesce((t.completion_summary -> 'value' ->> 'entryCount')::int, 0),
        'valueRows', (select count(*) from quick_log_operation v
          where v.source_type is not null and v.task_id = t.id),
        'notes', (select coalesce(json_agg(n.text order by n.text), '[]') from test_note n
          where n.relationship_id = r.id),
        'changes', (select coalesce(json_agg(kinds.names order by c.seq), '[]')
          from scope_change c cross join lateral
            (select json_agg(name order by name) as names from jsonb_object_keys(c.changes) name) kinds
          where c.relationship_id = r.id),
        'deferrals', (select coalesce(json_agg(json_build_object('id', a.client_operation_id,
            'attempts', a.attempts, 'state', a.state) order by a.client_operation_id, a.lineage_id), '[]')
          from deferred_operation a where a.relationship_id = r.id and a.lineage_id = any(${lineagesOf(world)}::uuid[]))
        ) order by named.ordinality)
      from unnest(${world.scopes.map(({ relationshipId }) => relationshipId)}::uuid[])
        with ordinality named (id, ordinality)
      join relationship r on r.id = named.id
      join relationship_scope s on s.relationship_id = r.id
      join agenda_task t on t.id = (${world.scopes.map(({ waterId }) => waterId)}::uuid[])[named.ordinality]
      ) as scopes,
      (select json_agg(json_build_object(
        'id', d.id, 'active', d.status = 'ACTIVE', 'seq', d.chain_seq, 'hash', d.chain_hash,
        'admitted', (select count(*) from sync_batch b where b.device_id = d.id
          and b.relationship_id = any(${world.scopes.map(({ relationshipId }) => relationshipId)}::uuid[])
          and b.status = 'ADMITTED'),
        'settled', (select count(*) from sync_batch b where b.device_id = d.id
          and b.relationship_id = any(${world.scopes.map(({ relationshipId }) => relationshipId)}::uuid[])
          and b.status = 'SETTLED'),
        'settledByRun', (select count(*) from sync_batch b where b.device_id = d.id
          and b.relationship_id = any(${world.scopes.map(({ relationshipId }) => relationshipId)}::uuid[])
          and b.status = 'SETTLED' and b.settled_lane = 0 and b.settled_run is not null)) order by named.ordinality)
      from json_to_recordset(${JSON.stringify(devices.map((row, ordinality) => ({ ...row, ordinality })))}::json)
        as named (id uuid, known bigint, ordinality int)
      join device d on d.id = named.id) as devices
  `.execute(em.fork().getKysely());
  const state = firstRow(rows);
  const receipts = await fullReceipts(
    em,
    devices.map(({ id }) => id),
  );
  const digests = state.devices.map((device, index) => {
    const own = receipts.filter(({ deviceId }) => deviceId === device.id);
    const before = own.filter(({ chainSeq }) => chainSeq <= (devices[index]?.known ?? 0));
    return { ...device, before: digestOf(before), all: digestOf(own) };
  });
  return { ...state, devices: digests };
}

type CountedState = Omit<WorldState, "devices"> & {
  readonly devices: readonly Omit<DeviceState, "before" | "all">[];
};

function digestOf(receipts: readonly StoredReceipt[]): string | null {
  if (receipts.length === 0) return null;
  return hashOf("md5", receipts.map((own) => own.hash + own.status + own.answer).join(","));
}

/**
 * The receipts of a device after the known ones, oldest first.
 *
 * @throws Error if they do not continue the chain, or are not linked to each other.
 */
export async function readOn(
  em: SqlEntityManager,
  { id: deviceId, seq, hash }: DeviceState,
  known: KnownChain,
): Promise<readonly ChainedReceipt[]> {
  if (seq === known.seq) return [];
  const page = { deviceId, before: null, limit: seq - known.seq };
  const { receipts, chain } = await findReceiptPage(em.fork(), page);
  const shown = receipts.map(presentChainedReceipt);
  const pruned = known.seq === 0 ? null : { ...known, keptDigest: NOTHING_KEPT };
  const faults = await verifyChain({ deviceId, seq, hash, pruned }, shown, sha256);
  if (faults.length > 0 || chain.hash !== hash)
    throw new Error(`The chain of ${deviceId} is broken: ${JSON.stringify(faults)}`);
  return shown.toReversed();
}

/** The digest of no receipt at all: SHA-256 of the empty text. */
const NOTHING_KEPT = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function lineagesOf({ phones }: World): string[] {
  return phones.map(({ deviceIds }) => deviceIds[0] ?? "");
}
