import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ReceiptChain } from "../../contract/sync/receipt-schema.ts";
import type { DeviceStatus, Platform } from "../../contract/sync/vocabulary.ts";
import { prepareQuery, type Slots } from "../prepared-query.ts";
import { given, holds, instantText, jsonList, jsonObject } from "../sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import { hashBefore } from "./scope/scope-parts.ts";

/** A device as its owner sees it; instants are RFC 3339. */
export interface DeviceView {
  readonly deviceId: string;
  readonly userId: string;
  /** The session that it belongs to. */
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
}

/** The head of a device's chain. */
function chainHead({ case: when, lit, ref }: ExpressionBuilder<Tables, "device">) {
  const pruned = jsonObject({
    seq: ref("device.prunedSeq"),
    hash: ref("device.prunedHash").$notNull(),
    keptDigest: ref("device.keptDigest").$notNull(),
  });
  return jsonObject({
    seq: ref("device.chainSeq"),
    hash: ref("device.chainHash"),
    pruned: when().when("device.prunedSeq", ">", lit(0)).then(pruned).end(),
  });
}

function devices(from: Kysely<Tables>) {
  return from
    .selectFrom("device")
    .innerJoin("deviceLineage as lineage", "lineage.id", "device.lineageId")
    .leftJoin("deviceSeen as seen", "seen.deviceId", "device.id")
    .select(["device.id as deviceId", "device.userId", "device.appSessionId"])
    .select(["lineage.appSurface", "lineage.installationId", "device.appVersion"])
    .select(["device.buildNumber", "device.platform", "device.osVersion", "device.pushTokenId"])
    .select(["device.status", "device.replacesDeviceId"])
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

/** The device with this id, whoever owns it, or null. */
export async function findSyncDevice(
  em: SqlEntityManager,
  deviceId: string,
): Promise<DeviceView | null> {
  const [device] = await deviceById(em, { deviceId });
  return device ?? null;
}

/** The device with this id. @throws Refusal NOT_FOUND. */
export async function getDevice(em: SqlEntityManager, deviceId: string): Promise<DeviceView> {
  const device = await findSyncDevice(em, deviceId);
  if (device === null) throw new Refusal("NOT_FOUND");
  return device;
}

/** A page of a user's devices, newest first; `before` is the last id of the page before. */
export async function listDevices(
  em: SqlEntityManager,
  page: { readonly userId: string; readonly before: string | null; readonly limit: number },
): Promise<readonly DeviceView[]> {
  return await devices(tables(em))
    .where("device.userId", "=", page.userId)
    .where((eb) => given(page.before, (before) => eb("device.id", "<", before)))
    .orderBy("device.id", "desc")
    .limit(page.limit)
    .execute();
}

/** A stored receipt with its place in the device's chain. */
export interface ReceiptView {
  readonly answer: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly canonicalRecordId: string | null;
  readonly accepted: boolean;
  readonly decidedAt: string;
  readonly previousHash: string | null;
  readonly hash: string;
}

/** A stored receipt with all that its hash covers. */
export interface ChainedReceiptView extends ReceiptView {
  readonly chainSeq: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
}

/** A receipt as the page shows it, of `newest`. */
function chainedReceipt({
  eb,
  ref,
}: ExpressionBuilder<Tables & { readonly newest: Tables["syncOperation"] }, "newest">) {
  return jsonObject({
    answer: ref("newest.answer"),
    operationType: ref("newest.type"),
    operationVersion: ref("newest.version"),
    expectedRevision: ref("newest.expectedRevision"),
    payloadChecksum: ref("newest.payloadChecksum"),
    canonicalRecordId: ref("newest.canonicalRecordId"),
    accepted: holds(eb("newest.status", "=", "ACCEPTED")),
    decidedAt: instantText(ref("newest.decidedAt")),
    chainSeq: ref("newest.chainSeq"),
    previousHash: hashBefore,
    hash: ref("newest.chainHash"),
  });
}

/**
 * A page of a device's receipts, newest first, and the head of their chain, from one snapshot;
 * `before` is the last number of the page before.
 */
export async function findReceiptPage(
  em: SqlEntityManager,
  page: { readonly deviceId: string; readonly before: number | null; readonly limit: number },
): Promise<{ readonly chain: ReceiptChain; readonly receipts: readonly ChainedReceiptView[] }> {
  return await tables(em)
    .selectFrom("device")
    .where("device.id", "=", page.deviceId)
    .select((device) => {
      const newest = device
        .selectFrom("syncOperation")
        .whereRef("deviceId", "=", "device.id")
        .where((eb) => given(page.before, (before) => eb("chainSeq", "<", before)))
        .selectAll()
        .orderBy("chainSeq", "desc")
        .limit(page.limit);
      const receipts = device
        .selectFrom(newest.as("newest"))
        .select((receipt) => chainedReceipt(receipt).as("entry"))
        .orderBy("newest.chainSeq", "desc");
      return [chainHead(device).as("chain"), jsonList(receipts).as("receipts")];
    })
    .executeTakeFirstOrThrow();
}
