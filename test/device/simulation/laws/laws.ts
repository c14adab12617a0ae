import { canonicalForm } from "../../../../contract/canonical-form.ts";
import type { OperationState, Scope } from "../../../../device/index.ts";
import { missingIds, staleConflicts } from "./laws-of-conflicts.ts";
import { brokenForms, staleForms } from "./laws-of-forms.ts";
import { brokenRows, staleRows } from "./laws-of-inbox.ts";
import { brokenTries } from "./laws-of-tries.ts";
import { orphanedRows, outlivingKeys, rememberKeys } from "./laws-of-keys.ts";
import { isReadable } from "../node-crypto.ts";
import { TOKEN_MARK } from "../server/make-server.ts";
import { presentTask } from "../server/tasks.ts";
import { deletesQueueOf } from "../server/purge-orders.ts";
import type { Entry, World } from "../world.ts";

/** Laws that the phone breaks now; empty if all hold. */
export async function brokenLaws(world: World): Promise<readonly string[]> {
  const { phone, server, device } = world;
  const broken = [...phone.breaches, ...server.witness.breaches];
  await rememberKeys(world);
  if (device === null || !phone.isAlive()) return broken;
  broken.push(...(await orphanedRows(world)));
  broken.push(...(await brokenRows(world)), ...(await brokenTries(world)));
  for (const scope of await device.scopes()) {
    broken.push(...(await brokenPlanes(world, scope)), ...(await brokenForms(world, scope)));
    for (const operation of await scope.operations())
      broken.push(...brokenOperation(world, scope, operation));
  }
  return broken;
}

/** The accepted plane shows only what the server showed, and never an older version than before. */
async function brokenPlanes({ server, seen, phone }: World, scope: Scope): Promise<string[]> {
  const broken: string[] = [];
  const day = await scope.today();
  const [row] = await phone.rows(
    `select cache_key from cache_scope where scope_id = '${scope.scopeId}'`,
  );
  for (const { taskId, accepted, waiting, expected } of day?.tasks ?? []) {
    const version = server.witness.versionOf(accepted);
    const place = `${taskId} ${String(row?.["cache_key"])}`;
    if (version < 0) broken.push(`${taskId} is shown as the server never accepted it`);
    if (version < (seen.get(place) ?? 0)) broken.push(`${taskId} went back to an older version`);
    seen.set(place, Math.max(version, seen.get(place) ?? 0));
    if (waiting > 0 && expected === null) broken.push(`${taskId} hides what waits`);
  }
  return broken;
}

/** A verdict on the phone is one that the server gave; an entry is shown to its own person only. */
function brokenOperation(
  { server, entries }: World,
  { scopeId }: Scope,
  { clientOperationId: id, status, verdict, payload }: OperationState,
): string[] {
  const entry = entries.get(id);
  if (entry === undefined) return [`${id} was never made`];
  const broken: string[] = [];
  if (entry.relationshipId !== scopeId) broken.push(`${id} is shown in another relationship`);
  // The content of a discarded entry goes once its discard can no longer be undone.
  if (payload === null && status !== "DISCARDED") broken.push(`${id} became unreadable`);
  if (status === "DISCARDED" && !entry.isDiscarded) broken.push(`${id} was never discarded`);
  if (status === "QUEUED" || status === "SYNCING") return broken;
  const given = server.witness.verdictsOn(id);
  const isGiven = given.some(
    ({ receiptId, status: said }) =>
      receiptId === verdict?.receiptId && LOCAL_OF[said] === LOCAL_OF[verdict.status],
  );
  const isSuperseded = verdict?.code === "OPERATION_SUPERSEDED";
  if (!isGiven && !isSuperseded) broken.push(`${id} has a verdict that nobody gave`);
  return broken;
}

const LOCAL_OF: Readonly<Record<string, string>> = {
  ACCEPTED: "ACCEPTED",
  ALREADY_ACCEPTED: "ACCEPTED",
  REJECTED: "REJECTED",
  CONFLICT: "CONFLICTED",
};

/** Laws that are broken after all faults have ended and every lane had its time. */
export async function brokenEnd(
  world: World,
  waiting: readonly string[],
): Promise<readonly string[]> {
  const broken = [...(await brokenLaws(world)), ...(await outlivingKeys(world))];
  for (const id of waiting) broken.push(`${id} still waits: ${await whyWaiting(world, id)}`);
  const rows = await world.phone.rows(
    "select client_operation_id as id, status from sync_operation",
  );
  const statuses = new Map(rows.map(({ id, status }) => [String(id), String(status)]));
  for (const entry of world.entries.values())
    broken.push(...brokenEntry(world, entry, statuses.get(entry.id) ?? null));
  broken.push(
    ...(await forgottenRows(world)),
    ...(await staleDays(world)),
    ...(await staleRows(world)),
    ...(await staleForms(world)),
    ...(await staleConflicts(world)),
    ...(await missingIds(world)),
  );
  return broken;
}

async function whyWaiting({ phone }: World, id: string): Promise<string> {
  const rows = await phone.rows(
    `select operation.status, operation.wait_reason, operation.next_retry_at, scope.status as scope,
        scope.wait_reason as scope_reason, scope.next_retry_at as scope_retry
      from sync_operation operation join cache_scope scope using (scope_id)
      where client_operation_id = '${id}'`,
  );
  return JSON.stringify(rows[0]);
}

/** Every entry counts once, or has a receipt that says why not, or went away by a decision. */
function brokenEntry(world: World, entry: Entry, status: string | null): string[] {
  const { server } = world;
  const { id, person, isConfirmed } = entry;
  const broken: string[] = [];
  const given = server.witness.verdictsOn(id);
  const relationship = server.stored.relationships.get(entry.relationshipId);
  const sender = server.witness.personOf(id);
  if (sender !== null && sender !== person) broken.push(`${id} was sent under another name`);
  for (const epoch of new Set(given.map((one) => one.epoch)))
    if (given.filter((one) => one.epoch === epoch).length > 1)
      broken.push(`${id} was decided twice`);
  if (status === null && isConfirmed && !mayBeGone(world, entry)) broken.push(`${id} was lost`);
  const receipt = relationship?.receipts.get(id)?.result;
  if (status === "ACCEPTED" && receipt?.status !== "ACCEPTED" && relationship?.status === "ACTIVE")
    broken.push(`${id} is accepted on the phone only`);
  return broken;
}

/** Whether an entry may have left the phone: by an order, by the person, or with its answer by a sealed purge. */
function mayBeGone({ server, consents, entries }: World, entry: Entry): boolean {
  const { id, person, relationshipId } = entry;
  if (server.witness.ended.has(relationshipId)) return true;
  if (deletesQueueOf(server.stored, person, relationshipId)) return true;
  if (consents.some((ids) => ids.includes(id) && entries.has(id))) return true;
  const isAnswered = server.witness.verdictsOn(id).length > 0 || isUnsent(server, entry);
  const isPurged = server.witness.orderedPurges.has(person);
  return isAnswered && isPurged;
}

function isUnsent(server: World["server"], { id, relationshipId }: Entry): boolean {
  const receipt = server.stored.relationships.get(relationshipId)?.receipts.get(id);
  return receipt !== undefined && receipt.fingerprint === null;
}

/** No row holds a word of an entry that is gone, a token or a device secret. Real ciphers hide every word. */
async function forgottenRows({ phone, entries, seed, server }: World): Promise<string[]> {
  const ids = new Set(
    (await phone.rows("select client_operation_id as id from sync_operation")).map(({ id }) =>
      String(id),
    ),
  );
  const text = await textOfRows(phone);
  const made = [...entries.values()];
  const kept = made.filter(({ id }) => isReadable(seed) && ids.has(id)).map(({ word }) => word);
  const secrets = [...server.stored.devices.values()].map(({ secret }) => secret);
  return [
    ...made.flatMap(({ id, word }) =>
      word === null || kept.includes(word) || !text.includes(word)
        ? []
        : [`a row holds the word of ${id}`],
    ),
    ...(text.includes(TOKEN_MARK) ? ["a row holds an access token"] : []),
    ...(secrets.some((secret) => text.includes(secret)) ? ["a row holds a device secret"] : []),
  ];
}

async function textOfRows(phone: World["phone"]): Promise<string> {
  const tables = await phone.rows("select name from sqlite_master where type = 'table'");
  const parts: string[] = [];
  for (const { name } of tables) {
    for (const row of await phone.rows(`select * from ${String(name)}`))
      for (const value of Object.values(row))
        parts.push(
          value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
        );
  }
  return parts.join("\n");
}

/** A phone that could read shows every task of the day as it is at the server. */
async function staleDays({ device, server }: World): Promise<string[]> {
  const stale: string[] = [];
  for (const scope of (await device?.scopes()) ?? []) {
    const relationship = server.stored.relationships.get(scope.scopeId);
    if (relationship === undefined) continue;
    if (relationship.status === "ENDED") stale.push(`${scope.scopeId} outlived its relationship`);
    for (const { taskId, accepted } of (await scope.today())?.tasks ?? []) {
      const task = relationship.tasks.get(taskId);
      const isNewest =
        task !== undefined && canonicalForm(presentTask(task)) === canonicalForm(accepted);
      if (!isNewest) stale.push(`${taskId} is not shown as it is at the server`);
    }
  }
  return stale;
}
