import { type Digest, hexDigest } from "../digest.ts";
import type { TaskKind } from "./kinds/task-definitions.ts";

/**
 * Id of a task, derived from its key, so that server and phone compute the same id offline
 * (docs/rooms/agenda.md#ids). It is a UUIDv7 whose instant is 00:00 UTC of the local date and whose random bits are
 * the first of the key's SHA-256.
 */
export async function taskId(key: TaskKey, digest: Digest): Promise<string> {
  return await taskIdOf(key, null, digest);
}

const DAY_MS = 86_400_000;

/** Key of a task; there is at most one task per key (docs/rooms/agenda.md#tasks). */
export interface TaskKey {
  readonly relationshipId: string;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly taskKind: TaskKind;
  readonly sourceKey: string;
}

/** Key of a card; there is at most one card per key (docs/rooms/agenda.md#cards). */
export interface CardKey {
  readonly relationshipId: string;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly cardKey: string;
}

/** Id of a task's item, derived in the same way from the task's key and the item's key. */
export async function taskItemId(key: TaskKey, itemKey: string, digest: Digest): Promise<string> {
  return await taskIdOf(key, itemKey, digest);
}

/** Id of a card, derived from its key like that of a task. */
export async function cardId(key: CardKey, digest: Digest): Promise<string> {
  const { relationshipId, localDate, cardKey } = key;
  return await idOf(localDate, [relationshipId, localDate, "CARD", cardKey], digest);
}

/** Id of a day's focus pin, derived from relationship and date only. */
export async function focusPinId(
  { relationshipId, localDate }: Omit<CardKey, "cardKey">,
  digest: Digest,
): Promise<string> {
  return await idOf(localDate, [relationshipId, localDate, "FOCUS_PIN"], digest);
}

/** The local date encoded in an id of this file; for any other id, the UTC date on which it was made. */
export function localDateOfTaskId(id: string): string {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * The local date of an id made by {@link taskId}; null for any other id. Ids made by the clock practically never have
 * an instant of exactly midnight.
 */
export function dateOfComputedId(id: string): string | null {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return id[14] === "7" && at % DAY_MS === 0 ? localDateOfTaskId(id) : null;
}

async function taskIdOf(key: TaskKey, itemKey: string | null, digest: Digest): Promise<string> {
  const { relationshipId, localDate, taskKind, sourceKey } = key;
  const parts = [relationshipId, localDate, taskKind, sourceKey, itemKey];
  return await idOf(localDate, parts, digest);
}

/** The parts are encoded as RFC 8785 JSON so that no two keys share a text. Each kind has a fixed number of parts. */
async function idOf(
  localDate: string,
  parts: readonly (string | null)[],
  digest: Digest,
): Promise<string> {
  const random = await hexDigest(JSON.stringify(parts), digest);
  const at = Date.parse(localDate).toString(16).padStart(12, "0");
  const variant = ((Number.parseInt(random[3] ?? "", 16) & 0x3) | 0x8).toString(16);
  return [
    at.slice(0, 8),
    at.slice(8),
    `7${random.slice(0, 3)}`,
    variant + random.slice(4, 7),
    random.slice(7, 19),
  ].join("-");
}
