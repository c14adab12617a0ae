import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { FinalStatus } from "../../../../contract/sync/vocabulary.ts";
import { tables } from "../../../tables.ts";
import { batchesOf, keptOf, pageOf } from "../../receipts/receipt-page.ts";

/** The reasons of a device's newest refusals, newest first; no receipt is shown. */
export async function listRefusedCodes(
  em: SqlEntityManager,
  { deviceId, limit }: { readonly deviceId: string; readonly limit: number },
): Promise<readonly RefusedCode[]> {
  const page = { deviceId, before: null, limit, refused: true };
  const found = await tables(em)
    .selectNoFrom([batchesOf(page).as("batches"), keptOf(page).as("kept")])
    .executeTakeFirstOrThrow();
  const codes = new Map<string, RefusedCode>();
  for (const { status, code, decidedAt } of pageOf(found, page)) {
    if (status === "ACCEPTED") continue;
    const key = `${status} ${code}`;
    const { count = 0, latestAt = decidedAt } = codes.get(key) ?? {};
    codes.set(key, { status, code, count: count + 1, latestAt });
  }
  return [...codes.values()];
}

/** Refusals of a device for one reason. */
export interface RefusedCode {
  readonly status: Exclude<FinalStatus, "ACCEPTED">;
  readonly code: string | null;
  readonly count: number;
  readonly latestAt: string;
}
