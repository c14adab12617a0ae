import { decisiveOf, presentRow } from "../server/inbox-rows.ts";
import type { World } from "../world.ts";

/** The inbox shows only rows that the server showed, and never an older version than before. */
export async function brokenRows({
  surface,
  device,
  server,
  seen,
  phone,
}: World): Promise<string[]> {
  if (surface !== "COACH_MOBILE" || device === null) return [];
  const broken: string[] = [];
  const keys = new Map(
    (await phone.rows("select scope_id, cache_key from cache_scope")).map((row) => [
      String(row["scope_id"]),
      String(row["cache_key"]),
    ]),
  );
  const view = await (await device.part("inbox")).list();
  for (const { taskId, scopeId, accepted } of view?.rows ?? []) {
    const version = server.witness.versionOf(decisiveOf(accepted));
    const place = `${taskId} ${keys.get(scopeId) ?? ""}`;
    if (version < 0) broken.push(`the row ${taskId} is shown as the server never accepted it`);
    if (version < (seen.get(place) ?? 0))
      broken.push(`the row ${taskId} went back to an older version`);
    seen.set(place, Math.max(version, seen.get(place) ?? 0));
  }
  return broken;
}

/** A phone that could read lists every row as it is at the server. */
export async function staleRows({ surface, device, server }: World): Promise<string[]> {
  if (surface !== "COACH_MOBILE" || device === null) return [];
  const view = await (await device.part("inbox")).list();
  return (view?.rows ?? []).flatMap(({ taskId, scopeId, accepted }) => {
    const relationship = server.stored.relationships.get(scopeId);
    const row = relationship?.rows.get(taskId);
    if (relationship === undefined || row === undefined) return [];
    return presentRow(relationship, row).revision === accepted.revision
      ? []
      : [`the row ${taskId} is not shown as it is at the server`];
  });
}
