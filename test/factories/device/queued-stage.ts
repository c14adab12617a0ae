import { buildDeviceStage, type DeviceStage } from "./device-stage.ts";

/** A registered phone with one scope and some operations that wait. */
export async function built(count = 1) {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await stage.queue(scopeId));
  return { stage, scopeId, ids, id: ids[0] ?? "" };
}

/** Statuses of all operations, in local order. */
export async function statuses(stage: DeviceStage) {
  const rows = await stage.rows("select status from sync_operation order by local_sequence");
  return rows.map(({ status }) => status);
}

/** Number of operations in each batch that arrived. */
export const sizes = (stage: DeviceStage) =>
  stage.api.batches.map(({ operations }) => operations.length);
