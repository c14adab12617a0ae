import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { z } from "zod";
import { Refusal } from "../../../contract/refusal.ts";
import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import type { ApiDeps } from "../../api-deps.ts";
import type { Caller } from "../../guard/caller.ts";
import { parseForDevice } from "./parse-for-device.ts";

/** Common settings of the routes by which a feature admits a client device's queue. */
export const CLIENT_SYNC = {
  method: "POST",
  access: "client",
  traffic: "SYNC",
  bodyLimit: BATCH_LIMITS.bodyBytes,
  toleratesJsonFaultsUnder: ["operations", "*", "payload"],
} as const;

/** The common refusals of these routes. */
export const CLIENT_SYNC_REFUSALS = [
  "DEVICE_REVOKED",
  "NOT_FOUND",
  "RATE_LIMITED",
  "UNAVAILABLE",
] as const;

interface Sent {
  readonly body: unknown;
  readonly granted: { readonly caller: Caller };
  readonly deps: ApiDeps;
}

/**
 * The client's one open relationship, and the batch as its route parses it.
 *
 * @throws Refusal NOT_FOUND without an open relationship; DEVICE_REVOKED, VALIDATION_FAILED
 *   (docs/rooms/sync.md#order-of-checks).
 */
export async function openClientBatch<Batch, Scope>(
  schema: z.ZodType<Batch>,
  { body, granted: { caller }, deps }: Sent,
  findScope: (em: SqlEntityManager, clientUserId: string) => Promise<Scope | null>,
): Promise<{ readonly scope: Scope; readonly batch: Batch }> {
  const scope = await findScope(deps.database.em.fork(), caller.userId);
  if (scope === null) throw new Refusal("NOT_FOUND");
  return { scope, batch: await parseForDevice(schema, body, { deps, caller }) };
}
