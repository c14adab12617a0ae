import { expiredDiscards } from "./centre/discard/expired-discards.ts";
import { EVERY_SCOPE, makeChanges } from "./changes.ts";
import type { Core } from "./core.ts";
import { deviceState } from "./device-state.ts";
import { inOrder } from "./in-order.ts";
import type { LaneReads } from "./lanes/crew.ts";
import { makeLanes } from "./lanes/run-lanes.ts";
import { lazyActs } from "./online/lazy-acts.ts";
import { DEVICE_PARTS } from "./parts/device-parts.ts";
import { loadOnce } from "./parts/load-once.ts";
import type { OwnScope } from "./parts/part-context.ts";
import { askWhileSealed } from "./purge/ask-while-sealed.ts";
import { findOrders, obeyKeptOrders, settlePurges } from "./purge/settle-purges.ts";
import { conflictArrived } from "./read/conflict-arrived.ts";
import type { Running } from "./running.ts";
import { makeScope } from "./scope.ts";
import { loadSignIn } from "./session/load-sign-in.ts";
import { makeSession, type SessionListeners } from "./session/make-session.ts";
import { ordersKept } from "./session/purge-orders.ts";
import { completeSignOut, isSigningOut, signOut } from "./session/sign-out.ts";
import { isHidden, loadScopes, type ScopeStatus } from "./store/load-scope.ts";
import { openStore } from "./store/open-store.ts";
import { sealedRows } from "./store/sealed-rows.ts";
import { watchFaults } from "./store/watch-faults.ts";
import type { Device, DeviceOptions, DeviceState } from "./types.ts";

/**
 * Opens the library on a device. Interrupted work continues: purge orders first, then waiting operations.
 *
 * @throws SqlFault if the platform's database cannot be used. There is no in-memory fallback.
 */
export async function openDevice({ ports: given, surface, app }: DeviceOptions): Promise<Device> {
  const changes = makeChanges();
  const sql = watchFaults(given.sql, () => changes.emit(EVERY_SCOPE));
  const ports = { ...given, sql };
  await openStore(ports, surface);
  const rows = sealedRows(ports);
  const running = run(
    { ports, surface, app, rows, changes },
    {
      onOrders: () => afterOrders(async () => await obeyOrders(running)),
      onAccessEnded: () => afterOrders(async () => await askForOrders(running)),
      onConflict: (scopeId) => conflictArrived(running, scopeOf(scopeId)),
      beforeRetry: async (scopeId) => await scopeOf(scopeId).read(),
    },
  );
  const oneAtATime = inOrder();
  const sealed = askWhileSealed(
    ports,
    async () => await oneAtATime(async () => await askForOrders(running)),
  );
  const scopes = new Map<string, OwnScope>();
  let last: DeviceState | null = null;
  await obeyKeptOrders(running.core);
  // The app need not wait for the network.
  void oneAtATime(async () => await resume(running))
    .catch(() => null)
    .then(async () => await sealed.watch())
    .then(continueUploads)
    .catch(() => null);

  const device: Device = {
    surface,
    async state() {
      last = await deviceState(running, sql.fault());
      return last;
    },
    watch: (listener) =>
      changes.watch(EVERY_SCOPE, () => {
        // A database that cannot be read is reported with the last known state.
        void device.state().then(listener, () => {
          if (last !== null) listener({ ...last, storageFault: sql.fault() });
        });
      }),
    signIn: async (tokens, act) =>
      await oneAtATime(async () => await loadSignIn(running, tokens, act)),
    async scopes() {
      if (await isSigningOut(ports.sql)) return [];
      const known = await loadScopes(ports.sql);
      return known.flatMap(({ scopeId, status }) => (isHidden(status) ? [] : scopeOf(scopeId)));
    },
    async sync() {
      await oneAtATime(async () => await resume(running));
      if (await isSigningOut(ports.sql)) return;
      running.lanes().connection();
      await continueUploads();
      await running.lanes().idle();
      await running.acts().settle();
      if (surface === "COACH_MOBILE") {
        const { syncCoach } = await import("./coach/sync-coach.ts");
        await syncCoach({ running, device, scopeOf });
      } else await Promise.all((await device.scopes()).map(async (scope) => await scope.refresh()));
    },
    part: loadOnce(DEVICE_PARTS, () => ({ running, device, scopeOf })),
    signOut: async (losing, act) =>
      await oneAtATime(async () => await signOut(running, losing, act)),
    async close() {
      sealed.stop();
      running.restart("STOPPED");
      await ports.sql.close();
    },
  };
  return device;

  /** Carries out orders in the background; one of them may have sealed a queue. */
  function afterOrders(work: () => Promise<unknown>): void {
    void oneAtATime(work)
      .then(async () => await sealed.watch())
      .catch(() => null);
  }

  /**
   * Uploads that a kill or a lost connection interrupted continue before the app asks for their part. If their script
   * cannot be loaded, everything else is sent all the same.
   */
  async function continueUploads(): Promise<void> {
    if (ports.files === undefined) return;
    const script = await import("./media/sending/continue-uploads.ts").catch(() => null);
    await script?.continueUploads(ports, scopeOf);
  }

  function scopeOf(scopeId: string): OwnScope {
    const known = scopes.get(scopeId) ?? makeScope(running, scopeId);
    scopes.set(scopeId, known);
    return known;
  }
}

function run(core: Core, listeners: SessionListeners & LaneReads): Running {
  const session = makeSession(core, listeners);
  const newLanes = () => makeLanes(core, session, listeners);
  let lanes = newLanes();
  let acts = lazyActs(core, session);
  const stops = new Set<() => void>();
  return {
    core,
    session,
    lanes: () => lanes,
    acts: () => acts,
    newcomer: { tokens: null },
    onStop(callback) {
      stops.add(callback);
      return () => stops.delete(callback);
    },
    restart(next) {
      lanes.stop();
      acts.stop();
      for (const stop of stops) stop();
      if (next === "STOPPED") return;
      lanes = newLanes();
      acts = lazyActs(core, session);
      lanes.wake();
      acts.wake();
    },
  };
}

/** Continues all work that a kill or a lost connection interrupted. */
async function resume(running: Running): Promise<void> {
  const { core, session, lanes, acts } = running;
  const { sql } = core.ports;
  await sql.write([expiredDiscards(core.ports.clock.now())]);
  if (await isSigningOut(sql)) await completeSignOut(core, session);
  // A later order may delete a sealed queue, or the rows of a client whom the coach cannot reach any more.
  else if ((await loadScopes(sql)).some(({ status }) => isAskedFor(core, status)))
    await askForOrders(running);
  else await obeyOrders(running);
  if (await isSigningOut(sql)) return;
  lanes().wake();
  acts().wake();
}

/** A client's device asks as soon as its scope is out of reach; a coach's device may never call that scope again. */
function isAskedFor({ surface }: Core, status: ScopeStatus): boolean {
  return status === "SEALED" || (surface === "COACH_MOBILE" && status === "LOCKED");
}

/** Nothing is sent while an order is carried out. */
async function obeyOrders({ core, restart }: Running): Promise<void> {
  if ((await ordersKept(core.ports.sql)).length === 0) return;
  restart("STOPPED");
  try {
    await settlePurges(core);
  } finally {
    // Once a sign-out is decided, nothing is sent.
    if (!(await isSigningOut(core.ports.sql).catch(() => true))) restart("STARTED");
  }
}

/**
 * Fetches orders with the device secret, because the session cannot show them any more.
 *
 * @returns whether the server answered.
 */
async function askForOrders(running: Running): Promise<boolean> {
  const deviceId = await running.session.deviceId();
  const isAnswered = deviceId === null || (await findOrders(running.core, deviceId));
  await obeyOrders(running);
  return isAnswered;
}
