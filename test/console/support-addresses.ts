import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { tables } from "../../db/tables.ts";
import { ITEMS, type ItemPart } from "../../web/support/support-place.ts";
import { buildQuarantined } from "../factories/sync/quarantined.ts";
import { buildScope, queued } from "../factories/sync/sync.ts";

/** The address of one thing of each kind that support opens. A new kind is among them by itself. */
export async function supportAddresses(em: SqlEntityManager): Promise<readonly string[]> {
  const ids = await buildItems(em);
  return ITEMS.map((part) => `/support/${part}/${ids[part]}`);
}

/** A person with a phone, of which one operation is in quarantine. */
async function buildItems(em: SqlEntityManager): Promise<Readonly<Record<ItemPart, string>>> {
  const scope = await buildScope(em);
  const { id: taskId } = scope.agenda.habit;
  const operation = queued("quick-log.complete-task", { taskId });
  const receiptId = await buildQuarantined(em, scope, operation);
  const { requestId } = await tables(em)
    .selectFrom("syncBatch")
    .select("requestId")
    .where("deviceId", "=", scope.deviceId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const onboarding = await tables(em)
    .selectFrom("onboardingInstance")
    .select("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    people: scope.clientUserId,
    devices: scope.deviceId,
    requests: requestId,
    onboarding: onboarding.id,
    tasks: taskId,
    operations: receiptId,
  };
}
