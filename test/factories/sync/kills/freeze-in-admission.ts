import pino from "pino";
import { z } from "zod";
import { clientDay } from "../../../../activities/client-day.ts";
import { createAdmissionQueue } from "../../../../activities/sync/admission/in-process/admission-queue.ts";
import { createAdmissionsUnderWay } from "../../../../activities/sync/admission/in-process/admissions-under-way.ts";
import { createRecentBatches } from "../../../../activities/sync/admission/in-process/recent-batches.ts";
import { composeAdmission } from "../../../../activities/sync/admission/compose-admission.ts";
import { operationSchema } from "../../../../contract/sync/schema.ts";
import { openDatabase } from "../../../../db/open-database.ts";
import { operationFeatures } from "../../../../workers/operation-features.ts";

/** The order to the process, as JSON in its only argument. */
export const freezeOrderSchema = z.strictObject({
  databaseUrl: z.string(),
  relationshipId: z.string(),
  deviceId: z.string(),
  actorUserId: z.string(),
  operation: operationSchema,
});
export type FreezeOrder = z.infer<typeof freezeOrderSchema>;

/** The last line before the process freezes, and the first word of its last line after it resumed. */
export const FREEZING = "freezing";
export const ADMITTED = "admitted";

/**
 * Entry of a process that freezes in the middle of an admission, while it has the locks of the relationship. When it
 * is resumed, it continues as if nothing had happened.
 */
async function freezeInAdmission(order: FreezeOrder): Promise<void> {
  const { databaseUrl, operation, ...scope } = order;
  const database = openDatabase({ url: databaseUrl, poolSize: 2, applicationName: "frozen" });
  let frozen = false;
  const freeze: typeof clientDay = {
    ...clientDay,
    load: (relationshipId, operations) => async (executor) => {
      const loaded = await clientDay.load(relationshipId, operations)(executor);
      if (!frozen) {
        frozen = true;
        process.stdout.write(`${FREEZING}\n`, () => process.kill(process.pid, "SIGSTOP"));
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return loaded;
    },
  };
  const { results } = await composeAdmission({
    em: database.em,
    features: operationFeatures.map((feature) => (feature === clientDay ? freeze : feature)),
    queue: createAdmissionQueue({ connections: 20 }),
    recent: createRecentBatches(),
    underWay: createAdmissionsUnderWay(),
    log: pino({ level: "silent" }),
  })({
    ...scope,
    actor: "CLIENT",
    surface: "CLIENT_MOBILE",
    requestId: "frozen",
    body: JSON.stringify({ operations: [operation] }),
    operations: [operation],
    faultyOrdinals: new Set(),
    outboxHealth: null,
    arrivedMs: performance.now(),
    isAwaited: () => true,
    readWithin: async () => undefined,
  });
  process.stdout.write(`${ADMITTED} ${results.map(({ status }) => status).join()}\n`);
  await database.close();
}

const [order] = process.argv.slice(2);
if (order !== undefined && import.meta.main)
  await freezeInAdmission(freezeOrderSchema.parse(JSON.parse(order)));
