import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "./member.ts";

/** Creates a slot for each other member, so that the primary keeps the log that it still needs. */
export async function createSlots(primary: Member, members: readonly Member[]): Promise<void> {
  const others = members.filter((one) => one !== primary).map(({ name }) => name);
  for (const name of others)
    await primary.ask(
      `select pg_create_physical_replication_slot($1, true)
        where not exists (select 1 from pg_replication_slots where slot_name = $1::name)`,
      [name],
    );
}

/** Waits until this many standbys receive the primary's log as it is written. */
export async function untilStreaming(
  primary: Asked,
  count: number,
  limitMs = LIMIT_MS,
): Promise<void> {
  await until(
    async () => (await listStreaming(primary)).length >= count,
    `${primary.name} does not have ${count} streaming standbys`,
    limitMs,
  );
}

/** Waits until one standby receives the primary's log as it is written. */
export async function untilFollows(primary: Asked, name: string): Promise<void> {
  await until(
    async () => (await listStreaming(primary)).includes(name),
    `${name} does not follow ${primary.name}`,
  );
}

/** A member that answers statements. */
type Asked = Pick<Member, "name" | "ask">;

/** A base backup is a sender too, but it does not stream. */
async function listStreaming(primary: Asked): Promise<readonly (string | null | undefined)[]> {
  const rows = await primary.ask(
    "select application_name as name from pg_stat_replication where state = 'streaming'",
  );
  return rows.map((row) => row["name"]);
}

const LIMIT_MS = 60_000;
const ASK_AGAIN_MS = 50;

/** Asks until the answer is true. @throws Error with the text after the limit. */
export async function until(
  holds: () => Promise<boolean>,
  failure: string,
  limitMs = LIMIT_MS,
): Promise<void> {
  const from = performance.now();
  while (!(await holds().catch(() => false))) {
    if (performance.now() - from > limitMs)
      throw new Error(`${failure} after ${limitMs / 1000} s.`);
    await sleep(ASK_AGAIN_MS);
  }
}
