import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  PurgeQueue,
  PurgeScopeKind,
  PurgeTrigger,
} from "../../contract/sync/purge-vocabulary.ts";
import { DeviceLineage } from "./device-lineage.ts";
import { Device } from "./device.ts";

const OPEN = "acknowledged_at is null and withdrawn_at is null";

const PurgeOrderSchema = defineEntity({
  name: "PurgeOrder",
  properties: {
    id: p.uuid().primary(),
    deviceId: () => p.manyToOne(Device).mapToPk(),
    lineageId: () => p.manyToOne(DeviceLineage).mapToPk(),
    trigger: p.text().$type<PurgeTrigger>(),
    scope: p.text().$type<PurgeScopeKind>(),
    scopeId: p.uuid(),
    workspaceId: p.uuid().strictNullable(),
    orderedAt: p.datetime(),
    remindedAt: p.datetime().strictNullable(),
    withdrawnAt: p.datetime().strictNullable(),
    acknowledgedAt: p.datetime().strictNullable(),
    purgedCount: p.integer().strictNullable(),
    purgedDigest: p.text().strictNullable(),
    ackTokenHash: p.text().strictNullable().unique(),
    queue: p.text().$type<PurgeQueue>(),
    handedOverTo: p.uuid().strictNullable(),
    lostOperations: p.integer().strictNullable(),
    sealedOperations: p.integer().strictNullable(),
  },
  indexes: [
    { name: "purge_order_device_id_id_idx", properties: ["deviceId", "id"] },
    { name: "purge_order_workspace_id_idx", properties: "workspaceId", where: OPEN },
    { name: "purge_order_open_idx", properties: "id", where: OPEN },
    {
      name: "purge_order_acknowledged_at_idx",
      properties: "acknowledgedAt",
      where: "acknowledged_at is not null",
    },
    {
      name: "purge_order_withdrawn_at_idx",
      properties: "withdrawnAt",
      where: "withdrawn_at is not null and acknowledged_at is null",
    },
    {
      name: "purge_order_lost_idx",
      properties: "id",
      where: "lost_operations > 0 or sealed_operations > 0",
    },
  ],
  uniques: [{ name: "purge_order_open_unique", properties: ["deviceId", "scopeId"], where: OPEN }],
});

/** An order to a device to delete everything, or what it stores of a workspace or relationship. */
export class PurgeOrder extends PurgeOrderSchema.class {}

PurgeOrderSchema.setClass(PurgeOrder);
