import { type Digest, hexDigest } from "../digest.ts";
import type { TaskKind } from "./vocabulary.ts";

const DAY_MS = 86_400_000;

/** What a task is made at most once for (docs/rules.md#agenda-tasks). */
export interface TaskKey {
  readonly relationshipId: string;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly taskKind: TaskKind;
  readonly sourceKey: string;
}

/** What a card is made at most once for (docs/rules.md#agenda-cards). */
export interface CardKey {
  readonly relationshipId: string;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly cardKey: string;
}

/**
 * Id of a task, which follows from its key: server and phone make the same one, at any time and without
 * asking each other (docs/rules.md#agenda-ids). A UUIDv7 whose instant is 00:00 UTC of the local date and
 * whose random bits are the first of the SHA-256 of the key.
 */
export async function taskId(key: TaskKey, digest: Digest): Promise<string> {
  return await taskIdOf(key, null, digest);
}

/** Id of a task's item, which follows in the same way from the task's key and the key of the item within it. */
export async function taskItemId(key: TaskKey, itemKey: string, digest: Digest): Promise<string> {
  return await taskIdOf(key, itemKey, digest);
}

/** Id of a card, which follows from its key like that of a task. */
export async function cardId(key: CardKey, digest: Digest): Promise<string> {
  const { relationshipId, localDate, cardKey } = key;
  return await idOf(localDate, [relationshipId, localDate, "CARD", cardKey], digest);
}

/** Id of the focus pin of a day, which follows from relationship and date alone. */
export async function focusPinId(
  { relationshipId, localDate }: Omit<CardKey, "cardKey">,
  digest: Digest,
): Promise<string> {
  return await idOf(localDate, [relationshipId, localDate, "FOCUS_PIN"], digest);
}

/** The local date that an id of this file tells; of any other id the UTC date that it was made on. */
export function localDateOfTaskId(id: string): string {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * The local date of an id as {@link taskId} makes them; null of any other, which the instant that it was made at
 * tells apart: nobody makes one by chance at midnight to the millisecond.
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

/** The parts are written as RFC 8785 writes JSON, so that no two keys share a text; each kind has its number of parts. */
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
