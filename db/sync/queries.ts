import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder, QueryCreator } from "kysely";
import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { DEVICE_SECRET_DAYS } from "../../contract/sync/purge-vocabulary.ts";
import type { ReceiptChain } from "../../contract/sync/receipts/receipt-schema.ts";
import type { DeviceRevocation, DeviceStatus, Platform } from "../../contract/sync/vocabulary.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import {
  clockNow,
  daysLater,
  given,
  instantText,
  jsonObject,
} from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import { batchesOf, keptOf, pageOf } from "./receipts/receipt-page.ts";
import type { StoredReceipt } from "./receipts/stored-receipts.ts";

/** A device as its owner sees it; instants are RFC 3339. */
export interface DeviceView {
  readonly deviceId: string;
  readonly userId: string;
  /** The session of the device. */
  readonly appSessionId: string | null;
  readonly appSurface: DeviceSurface;
  readonly installationId: string;
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: Platform;
  readonly osVersion: string;
  readonly pushTokenId: string | null;
  readonly lastSuccessfulSyncAt: string | null;
  readonly status: DeviceStatus;
  readonly replacesDeviceId: string | null;
  readonly chain: ReceiptChain;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revokedAt: string | null;
  readonly revocation: DeviceRevocation | null;
}

/** The head of a device's receipt chain. */
function chainHead({ case: when, lit, ref }: ExpressionBuilder<Tables, "device">) {
  const pruned = jsonObject({
    seq: ref("device.prunedSeq"),
    hash: ref("device.prunedHash").$notNull(),
    keptDigest: ref("device.keptDigest").$notNull(),
  });
  return jsonObject({
    deviceId: ref("device.id"),
    seq: ref("device.chainSeq"),
    hash: ref("device.chainHash"),
    pruned: when().when("device.prunedSeq", ">", lit(0)).then(pruned).end(),
  });
}

function devices(from: QueryCreator<Tables>) {
  return from
    .selectFrom("device")
    .innerJoin("deviceLineage as lineage", "lineage.id", "device.lineageId")
    .leftJoin("deviceSeen as seen", "seen.deviceId", "device.id")
    .select(["device.id as deviceId", "device.userId", "device.appSessionId"])
    .select(["lineage.appSurface", "lineage.installationId", "device.appVersion"])
    .select(["device.buildNumber", "device.platform", "device.osVersion", "device.pushTokenId"])
    .select(["device.status", "device.replacesDeviceId", "device.revocation"])
    .select((device) => [
      chainHead(device).as("chain"),
      instantText(device.ref("seen.lastSyncAt")).as("lastSuccessfulSyncAt"),
      instantText(device.ref("device.createdAt")).as("createdAt"),
      instantText(device.ref("device.updatedAt")).as("updatedAt"),
      instantText(device.ref("device.revokedAt")).as("revokedAt"),
    ]);
}

const deviceById = prepareQuery("sync-device", (from, slot: Slots<{ readonly deviceId: string }>) =>
  devices(from).where("device.id", "=", slot("deviceId")),
);

/** The device with this id, of any owner, or null. */
export async function findSyncDevice(
  on: SqlEntityManager | QueryExecutor,
  deviceId: string,
): Promise<DeviceView | null> {
  const [device] = await deviceById(on, { deviceId });
  return device ?? null;
}

/** The device with this id. @throws Refusal NOT_FOUND. */
export async function getDevice(em: SqlEntityManager, deviceId: string): Promise<DeviceView> {
  const device = await findSyncDevice(em, deviceId);
  if (device === null) throw new Refusal("NOT_FOUND");
  return device;
}

/** A page of a user's devices, newest first, and one more; `afterId` is the last id of the previous page. */
export async function listDevices(
  em: SqlEntityManager,
  page: { readonly userId: string; readonly afterId: string | null; readonly limit: number },
): Promise<readonly DeviceView[]> {
  return await devices(tables(em))
    .where("device.userId", "=", page.userId)
    .where((eb) => given(page.afterId, (afterId) => eb("device.id", "<", afterId)))
    .orderBy("device.id", "desc")
    .limit(page.limit + 1)
    .execute();
}

/**
 * A page of a device's receipts, newest first, and the head of their chain, from one snapshot. `before` is the last
 * number of the previous page.
 */
export async function findReceiptPage(
  em: SqlEntityManager,
  page: { readonly deviceId: string; readonly before: number | null; readonly limit: number },
): Promise<{ readonly chain: ReceiptChain; readonly receipts: readonly StoredReceipt[] }> {
  const { chain, ...found } = await tables(em)
    .selectFrom("device")
    .where("device.id", "=", page.deviceId)
    .select((device) => [
      chainHead(device).as("chain"),
      batchesOf(page).as("batches"),
      keptOf(page).as("kept"),
    ])
    .executeTakeFirstOrThrow();
  return { chain, receipts: pageOf(found, page) };
}

/** The device that a secret opens. */
export interface SecretDevice {
  readonly deviceId: string;
  /** When it was revoked; null while it is active. */
  readonly endedAt: Date | null;
}

/** Finds a device by the hash of its secret, up to 400 days after it was revoked; or null. */
export async function findDeviceOfSecret(
  em: SqlEntityManager,
  secretHash: string,
): Promise<SecretDevice | null> {
  const device = await tables(em)
    .selectFrom("deviceSecret")
    .where("secretHash", "=", secretHash)
    .where(({ eb, or, ref }) =>
      or([
        eb("endedAt", "is", null),
        eb(daysLater(ref("endedAt").$notNull(), DEVICE_SECRET_DAYS), ">", clockNow),
      ]),
    )
    .select(["deviceId", "endedAt"])
    .executeTakeFirst();
  return device ?? null;
}
