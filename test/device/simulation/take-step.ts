import { actOnTask, discard, resubmit } from "./acts/act.ts";
import { actOnRow } from "./acts/act-of-coach.ts";
import type { PersonName, Relationship } from "./server/types.ts";
import { fillInForm } from "./acts/fill-in-form.ts";
import { train } from "./acts/train.ts";
import type { Step } from "./types.ts";
import { settle, wait, type World } from "./world.ts";

/** Plays one step. The app's own work that needs no time follows at once. */
export async function takeStep(world: World, step: Step): Promise<void> {
  if (!world.phone.isAlive() || world.device === null) await start(world);
  if (step.kind === "WAIT") await wait(world, step.ms);
  else begin(world, step);
  await settle();
  // A person who finds the app dead starts it again.
  if (!world.phone.isAlive()) await start(world);
}

/** Starts the app; without room on the disk it may not start. */
export async function start(world: World): Promise<void> {
  world.device = null;
  void world.phone.start().then(
    (device) => {
      world.device = device;
    },
    () => null,
  );
  await settle();
}

/** A call of the app may wait for the network, fail, or die with its process: nothing waits for it here. */
function begin(world: World, step: Exclude<Step, { kind: "WAIT" }>): void {
  void act(world, step).catch(() => null);
}

async function act(world: World, step: Exclude<Step, { kind: "WAIT" }>): Promise<void> {
  const { phone, network, clock, server } = world;
  switch (step.kind) {
    case "ENQUEUE":
      return await actOnTask(world, step);
    case "TRAIN":
      return await train(world, step);
    case "FORM":
      return await fillInForm(world, step);
    case "COACH_ACT":
      return await actOnRow(world, step);
    case "RESUBMIT":
      return await resubmit(world, step.nth);
    case "DISCARD":
      return await discard(world, step.nth);
    case "SYNC":
      return await world.device?.sync();
    case "REFRESH":
      for (const scope of (await world.device?.scopes()) ?? []) await scope.refresh();
      return;
    case "UPDATE":
      phone.build += 1;
      return phone.kill();
    case "RESTART":
    case "KILL":
      return phone.kill();
    case "KILL_AT":
      phone.death = { nth: step.nth, when: step.when };
      return;
    case "FAULTS":
      network.faults = [...step.faults];
      return;
    case "CONNECTION":
      network.isUp = step.isUp;
      return;
    case "MOST_BYTES":
      network.mostBytes = step.bytes;
      return;
    case "DISK":
      phone.isFull = step.isFull;
      return;
    case "CLOCK":
      return clock.jump(step.days * 86_400_000);
    case "SIGN_IN":
      await world.device?.signIn(server.signIn(step.person));
      return;
    case "SIGN_OUT":
      return await signOut(world, step.isSure);
    case "PROVISIONAL":
      world.provisional = step.code;
      return;
    case "UNREADABLE":
    case "CRASHING":
      return await spoil(world, step.kind);
    case "ELSEWHERE":
      return server.actElsewhere("A", step);
    case "SERVER":
      return happen(world, step);
  }
}

/** Without a number nothing unsent may get lost; with it, the person has agreed. */
async function signOut({ device, consents, entries }: World, isSure: boolean): Promise<void> {
  const first = await device?.signOut();
  if (first?.kind !== "UNSENT" || !isSure) return;
  consents.push([...entries.keys()]);
  await device?.signOut(first.unsent);
}

/** The newest entry that waits is one that the server cannot read, or at which it fails. */
async function spoil(world: World, kind: "UNREADABLE" | "CRASHING"): Promise<void> {
  const [row] = await world.phone.rows(
    `select client_operation_id as id from sync_operation where status = 'QUEUED'
      order by local_sequence desc limit 1`,
  );
  if (row === undefined) return;
  const { server } = world;
  (kind === "UNREADABLE" ? server.unreadable : server.crashing).add(String(row["id"]));
}

function happen({ server }: World, { event, person }: Extract<Step, { kind: "SERVER" }>): void {
  switch (event) {
    case "BACK_UP":
      return server.backUp();
    case "RESTORE":
      return server.restore();
    case "PAUSE":
      return setStatus(server.relationshipOf(person), "PAUSED");
    case "RESUME":
      return setStatus(server.relationshipOf(person), "ACTIVE");
    case "END":
      server.end(person);
      return server.begin(person);
    case "SUSPEND":
      return suspend(server, person);
    case "REINSTATE":
      return void server.suspended.delete(person);
    case "END_SESSIONS":
      return server.endSessions(person);
    case "REVOKE_DEVICES":
      return server.revokeDevices(person);
  }
}

function setStatus(relationship: Relationship | undefined, status: "ACTIVE" | "PAUSED"): void {
  if (relationship !== undefined) relationship.status = status;
}

function suspend(server: World["server"], person: PersonName): void {
  server.suspended.add(person);
  server.endSessions(person);
}
