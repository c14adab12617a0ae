import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { presentChainedReceipt } from "../../../api/sync/present.ts";
import { verifyChain } from "../../../contract/sync/receipts/verify-chain.ts";
import { findReceiptPage } from "../../../db/sync/queries.ts";
import { sha256 } from "../../../rules/sha256.ts";

/**
 * Checks a restored database: every row of every table can be read, it has people, and the receipt chains of devices are
 * whole.
 *
 * @throws Error that names the first fault.
 */
export async function checkRestored(em: SqlEntityManager): Promise<RestoredCounts> {
  const rows = await countAll(em);
  const people = rows.get("app_user") ?? 0;
  if (people === 0) throw new Error("The restored database has no people.");
  const devices = await listDevices(em);
  for (const deviceId of devices) await requireWholeChain(em, deviceId);
  const [newest] = await em
    .fork()
    .execute<{ at: Date | null }[]>("select max(admitted_at) as at from sync_batch");
  return {
    tables: rows.size,
    rows: [...rows.values()].reduce((sum, count) => sum + count, 0),
    people,
    receipts: rows.get("receipt") ?? 0,
    chains: devices.length,
    newestBatchAt: newest?.at ?? null,
  };
}

/** The counts of a restored database that passed its checks. */
export interface RestoredCounts {
  readonly tables: number;
  readonly rows: number;
  readonly people: number;
  readonly receipts: number;
  /** Receipt chains that were verified. */
  readonly chains: number;
  /** When the newest batch was admitted; null if there is none. */
  readonly newestBatchAt: Date | null;
}

/** Counting reads every page of a table, and PostgreSQL verifies the checksum of each. */
async function countAll(em: SqlEntityManager): Promise<ReadonlyMap<string, number>> {
  const names = await em
    .fork()
    .execute<{ name: string }[]>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
    );
  const counts = new Map<string, number>();
  for (const { name } of names) {
    const [row] = await em
      .fork()
      .execute<{ count: number }[]>(`select count(*)::float8 as count from ${name}`);
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

/** Devices whose chains are verified: chosen at random, so that in time each one is. */
const MOST_CHAINS = 200;

async function listDevices(em: SqlEntityManager): Promise<readonly string[]> {
  const rows = await em
    .fork()
    .execute<{ id: string }[]>(
      `select id from device where chain_seq > 0 order by random() limit ${MOST_CHAINS}`,
    );
  return rows.map(({ id }) => id);
}

const PAGE = 1_000;

async function requireWholeChain(em: SqlEntityManager, deviceId: string): Promise<void> {
  const receipts = [];
  for (let before: number | null = null; ;) {
    const page = await findReceiptPage(em.fork(), { deviceId, before, limit: PAGE });
    receipts.push(...page.receipts.map(presentChainedReceipt));
    const last = receipts.at(-1);
    if (page.receipts.length < PAGE || last === undefined) {
      const [fault] = await verifyChain(page.chain, receipts, sha256);
      if (fault === undefined) return;
      throw new Error(
        `The receipt chain of the device ${deviceId} is damaged: ${fault.kind} at ${fault.chainSeq}.`,
      );
    }
    before = last.chainSeq;
  }
}
