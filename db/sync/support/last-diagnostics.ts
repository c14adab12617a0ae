import type { ExpressionBuilder, Nullable } from "kysely";
import type {
  PurgeQueue,
  PurgeScopeKind,
  PurgeTrigger,
} from "../../../contract/sync/purge-vocabulary.ts";
import { LAST_DIAGNOSTICS } from "../../../contract/sync/support/last-diagnostics-schema.ts";
import type { BatchStatus } from "../../../contract/sync/vocabulary.ts";
import { instantText, jsonList, jsonObject } from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";

/** The last diagnostics report of a device; instants are RFC 3339. */
export interface LastDiagnostics {
  /** The batch that it sent last; null if it sent none, or none is stored. */
  readonly newestBatch: {
    readonly batchId: string;
    readonly status: BatchStatus;
    readonly operations: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly conflicted: number;
    readonly deferred: number;
    readonly failureCode: string | null;
    readonly admittedAt: string;
    readonly settledAt: string | null;
  } | null;
  /** Drafts of its installation whose conflict is open. */
  readonly conflictsWaiting: number;
  readonly purgeOrders: readonly {
    readonly orderId: string;
    readonly trigger: PurgeTrigger;
    readonly scope: PurgeScopeKind;
    readonly queue: PurgeQueue;
    readonly orderedAt: string;
    readonly acknowledgedAt: string | null;
    readonly withdrawnAt: string | null;
    readonly lostOperations: number | null;
    readonly sealedOperations: number | null;
  }[];
}

/** A device, and its last contact. */
export type DeviceRow = ExpressionBuilder<
  Tables & {
    readonly lineage: Tables["deviceLineage"];
    readonly seen: Nullable<Tables["deviceSeen"]>;
  },
  "device" | "lineage" | "seen"
>;

/** The batch that a device sent last. */
export function newestBatch({ selectFrom }: DeviceRow) {
  return selectFrom("syncBatch as sent")
    .whereRef("sent.deviceId", "=", "device.id")
    .orderBy("sent.admittedAt", "desc")
    .limit(1)
    .select(({ ref }) =>
      jsonObject({
        batchId: ref("sent.id"),
        status: ref("sent.status"),
        operations: ref("sent.operationCount"),
        accepted: ref("sent.acceptedCount"),
        rejected: ref("sent.rejectedCount"),
        conflicted: ref("sent.conflictCount"),
        deferred: ref("sent.deferredCount"),
        failureCode: ref("sent.failureCode"),
        admittedAt: instantText(ref("sent.admittedAt")),
        settledAt: instantText(ref("sent.settledAt")),
      }).as("batch"),
    )
    .$asScalar();
}

/** How many drafts of a device's installation have an open conflict. */
export function conflictsWaiting({ selectFrom }: DeviceRow) {
  return selectFrom("workoutConflict as conflict")
    .whereRef("conflict.lineageId", "=", "device.lineageId")
    .where("conflict.resolvedAt", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .$asScalar()
    .$notNull();
}

/** The newest purge orders of a device, without its acknowledgement details. */
export function newestOrders({ selectFrom }: DeviceRow) {
  const orders = selectFrom("purgeOrder as order")
    .whereRef("order.deviceId", "=", "device.id")
    .orderBy("order.id", "desc")
    .limit(LAST_DIAGNOSTICS.orders)
    .select(({ ref }) =>
      jsonObject({
        orderId: ref("order.id"),
        trigger: ref("order.trigger"),
        scope: ref("order.scope"),
        queue: ref("order.queue"),
        orderedAt: instantText(ref("order.orderedAt")),
        acknowledgedAt: instantText(ref("order.acknowledgedAt")),
        withdrawnAt: instantText(ref("order.withdrawnAt")),
        lostOperations: ref("order.lostOperations"),
        sealedOperations: ref("order.sealedOperations"),
      }).as("entry"),
    );
  return jsonList(orders);
}
