import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { DeviceStatus, Platform } from "../../../contract/sync/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import {
  clockMillis,
  instantText,
  jsonList,
  jsonObject,
} from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import { mismatchKey } from "../devices/mismatch-key.ts";
import {
  conflictsWaiting,
  type DeviceRow,
  type LastDiagnostics,
  newestBatch,
  newestOrders,
} from "./last-diagnostics.ts";

/** Deferred operations of a device, by reason. */
export interface WaitingDeferrals {
  readonly reason: string;
  readonly count: number;
  readonly nextAttemptAt: string;
}

/** A device as support sees it; instants are RFC 3339. */
export interface SupportDevice extends LastDiagnostics {
  readonly deviceId: string;
  readonly lineageId: string;
  readonly userId: string;
  readonly appSurface: DeviceSurface;
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: Platform;
  readonly osVersion: string;
  readonly status: DeviceStatus;
  readonly replacesDeviceId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revokedAt: string | null;
  readonly lastSuccessfulSyncAt: string | null;
  /** The outbox as the device last reported it; null before the first report. */
  readonly outbox: {
    readonly depth: number;
    readonly oldestRecordedAt: string | null;
    readonly rejected: number;
    readonly conflicted: number;
  } | null;
  /** The clock reading of the last sync that reported one; null before that. */
  readonly clock: {
    readonly offsetMs: number;
    readonly roundTripMs: number | null;
    readonly readAt: string;
  } | null;
  readonly deferredOperations: readonly WaitingDeferrals[];
  readonly quarantinedCount: number;
  /** Operations with a wrong checksum, within a day. */
  readonly checksumMismatches: number;
  readonly batches: {
    readonly notSettled: number;
    /** How many of these failed to settle before. */
    readonly failing: number;
    readonly oldestAdmittedAt: string | null;
  };
  /** Head of its receipt chain. */
  readonly chain: { readonly seq: number; readonly hash: string };
}

/** The deferred operations of a device, by reason. */
function waitingDeferrals({ selectFrom }: DeviceRow) {
  const waiting = selectFrom("deferredOperation")
    .whereRef("deviceId", "=", "device.id")
    .where("state", "=", "OPEN")
    .groupBy("reason")
    .select(({ fn }) => [
      "reason",
      fn.countAll<number>().as("count"),
      fn.min("nextAttemptAt").as("next"),
    ]);
  const parts = selectFrom(waiting.as("waiting"))
    .select(({ ref }) =>
      jsonObject({
        reason: ref("waiting.reason"),
        count: ref("waiting.count"),
        nextAttemptAt: instantText(ref("waiting.next")),
      }).as("entry"),
    )
    .orderBy("waiting.reason");
  return jsonList(parts);
}

/** How many operations of a device are in quarantine and were not redriven. */
function quarantinedCount({ selectFrom }: DeviceRow) {
  return selectFrom("deferredOperation")
    .whereRef("deviceId", "=", "device.id")
    .where("state", "=", "QUARANTINED")
    .where("redrivenAs", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .$asScalar()
    .$notNull();
}

/** How many operations with a wrong checksum were counted within the current day. */
function checksumMismatches({ selectFrom, fn, val }: DeviceRow, deviceId: string) {
  const counted = selectFrom("rateLimit")
    .where("key", "=", mismatchKey(deviceId))
    .where("expire", ">", clockMillis)
    .select("points");
  return fn.coalesce(counted.$asScalar(), val(0));
}

/** Unsettled batches of a device. */
function openBatches({ selectFrom }: DeviceRow) {
  return selectFrom("syncBatch")
    .whereRef("deviceId", "=", "device.id")
    .where("status", "=", "ADMITTED")
    .select(({ fn }) =>
      jsonObject({
        notSettled: fn.countAll<number>(),
        failing: fn.countAll<number>().filterWhere("settleAttempts", ">", 0),
        oldestAdmittedAt: instantText(fn.min<Date | null>("admittedAt")),
      }).as("batches"),
    )
    .$asScalar()
    .$notNull();
}

/** The outbox as a device last reported it. */
function reportedOutbox({ case: when, ref }: DeviceRow) {
  const outbox = jsonObject({
    depth: ref("seen.outboxDepth").$notNull(),
    oldestRecordedAt: instantText(ref("seen.outboxOldestAt")),
    rejected: ref("seen.outboxRejected").$notNull(),
    conflicted: ref("seen.outboxConflicted").$notNull(),
  });
  return when().when("seen.outboxDepth", "is not", null).then(outbox).end();
}

/** The reading of a device's clock. */
function clockRead({ case: when, ref }: DeviceRow) {
  const reading = jsonObject({
    offsetMs: ref("seen.clockOffsetMs").$notNull(),
    roundTripMs: ref("seen.clockRoundTripMs"),
    readAt: instantText(ref("seen.clockReadAt").$notNull()),
  });
  return when().when("seen.clockReadAt", "is not", null).then(reading).end();
}

/** A device and everything in progress for it, in one statement. @throws Refusal NOT_FOUND. */
export async function getSupportDevice(
  em: SqlEntityManager,
  deviceId: string,
): Promise<SupportDevice> {
  return await tables(em)
    .selectFrom("device")
    .innerJoin("deviceLineage as lineage", "lineage.id", "device.lineageId")
    .leftJoin("deviceSeen as seen", "seen.deviceId", "device.id")
    .where("device.id", "=", deviceId)
    .select(["device.id as deviceId", "device.lineageId", "device.userId", "lineage.appSurface"])
    .select(["device.appVersion", "device.buildNumber", "device.platform", "device.osVersion"])
    .select(["device.status", "device.replacesDeviceId"])
    .select((device) => [
      instantText(device.ref("device.createdAt")).as("createdAt"),
      instantText(device.ref("device.updatedAt")).as("updatedAt"),
      instantText(device.ref("device.revokedAt")).as("revokedAt"),
      instantText(device.ref("seen.lastSyncAt")).as("lastSuccessfulSyncAt"),
      reportedOutbox(device).as("outbox"),
      clockRead(device).as("clock"),
      waitingDeferrals(device).as("deferredOperations"),
      quarantinedCount(device).as("quarantinedCount"),
      checksumMismatches(device, deviceId).as("checksumMismatches"),
      openBatches(device).as("batches"),
      newestBatch(device).as("newestBatch"),
      conflictsWaiting(device).as("conflictsWaiting"),
      newestOrders(device).as("purgeOrders"),
      jsonObject({ seq: device.ref("device.chainSeq"), hash: device.ref("device.chainHash") }).as(
        "chain",
      ),
    ])
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}
