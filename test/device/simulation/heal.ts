import type { PersonName } from "./server/types.ts";
import { start } from "./take-step.ts";
import { settle, wait, type World } from "./world.ts";

/**
 * Ends every fault, and lets the phone go on until nothing waits. The person signs in again if the app asks for that,
 * and there is a new version of the app. Only then is the phone asked to read.
 *
 * @returns what still waits; empty if every lane drained by itself.
 */
export async function heal(world: World): Promise<readonly string[]> {
  endFaults(world);
  await start(world);
  await wait(world, MINUTE_MS);
  const left = await drain(world);
  if (left.length > 0) return left;
  // After a restore from a backup, what was accepted is sent again once the device has read.
  for (let reads = 0; reads < 2; reads += 1) {
    void world.device?.sync().catch(() => null);
    await wait(world, MINUTE_MS);
    await readForms(world);
  }
  return await drain(world);
}

/** The app reads forms when the person looks at them. */
async function readForms(world: World): Promise<void> {
  if (world.surface !== "CLIENT_MOBILE") return;
  for (const scope of (await world.device?.scopes()) ?? [])
    void scope
      .part("forms")
      .then(async (forms) => await forms.refresh())
      .catch(() => null);
  await wait(world, MINUTE_MS);
}

const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;

function endFaults({ phone, network, server }: World): void {
  network.faults = [];
  network.isUp = true;
  network.mostBytes = null;
  phone.isFull = false;
  server.suspended.clear();
  server.unreadable.clear();
  server.crashing.clear();
  server.provisional.clear();
  for (const one of server.stored.relationships.values())
    if (one.status === "PAUSED") one.status = "ACTIVE";
  phone.build += 1;
  phone.kill();
}

/** Waits without touching the app: its retries begin by themselves. */
async function drain(world: World): Promise<readonly string[]> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await signInAgain(world);
    if ((await waiting(world)).length === 0) break;
    await wait(world, QUARTER_HOUR_MS);
  }
  return await waiting(world);
}

/** A day in quarters of an hour: a provisional answer may ask for hours. */
const MOST_ROUNDS = 96;

/** The person whose data is on the phone signs in, if the app asks for that. */
async function signInAgain(world: World): Promise<void> {
  const { device, server } = world;
  const state = await device?.state();
  const [row] = await world.phone.rows("select user_id from device_metadata");
  const owner: PersonName = row?.["user_id"] === "user-B" ? "B" : "A";
  if (state?.session !== "NEEDED" && state?.session !== "NONE") return;
  void device?.signIn(server.signIn(owner)).catch(() => null);
  await settle();
}

async function waiting({ phone }: World): Promise<readonly string[]> {
  const rows = await phone.rows(
    `select client_operation_id as id from sync_operation where status in ('QUEUED', 'SYNCING')
      order by local_sequence`,
  );
  return rows.map(({ id }) => String(id));
}
