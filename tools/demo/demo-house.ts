import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Client } from "pg";
import { pino } from "pino";
import { createAgendaActivities } from "../../activities/agenda/index.ts";
import { createInboxActivities } from "../../activities/inbox/index.ts";
import { relayPass } from "../../activities/outbox/relay-pass.ts";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import type { WakeActor } from "../../activities/outbox/wake-actor.ts";
import { createAdmissionQueue } from "../../activities/sync/admission/in-process/admission-queue.ts";
import { createAdmissionsUnderWay } from "../../activities/sync/admission/in-process/admissions-under-way.ts";
import { createRecentBatches } from "../../activities/sync/admission/in-process/recent-batches.ts";
import type { AdmissionDeps } from "../../activities/sync/admission/admission.ts";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import { createLaneMemory } from "../../activities/sync/settlement/lane-memory.ts";
import { newId } from "../../db/platform/new-id.ts";
import { kindOf } from "../../rules/outbox/actor-names.ts";
import { actors } from "../../workers/actors.ts";
import { featureSettlements } from "../../workers/feature-settlements.ts";
import { hooks } from "../../workers/hooks.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { createDeliveries } from "../../workers/relay/create-deliveries.ts";
import { lanesOf } from "../../workers/relay/lanes.ts";

/**
 * The product on a database whose clock is moved, in one process: acts, relay and actors without Temporal. Its mails
 * and pushes are dropped, because weeks later nobody waits for them.
 */
export function openDemoHouse({ em, ownerUrl, invitationKey }: DemoPlace): DemoHouse {
  const deps = settlingDeps(em, invitationKey);
  const wakeActor: WakeActor = async ({ workflowId, waits = null }) => {
    if (waits === null) await settleActor(deps, workflowId);
    return null;
  };
  const unsent = { send: async () => {} };
  const deliveries = createDeliveries({
    em,
    wakeActor,
    feed: { publish: async () => {} },
    mailing: { em, mailer: unsent, invitationKey, publicUrl: "http://localhost" },
    notifying: { mailer: unsent, push: { APNS: null, FCM: null }, log },
    hooks,
  });
  const deliver = async () => {
    await settleBatches(deps);
    while (await deliverOnce({ em, deliveries })) await settleBatches(deps);
  };
  return {
    em,
    invitationKey,
    admission: admissionDeps(em),
    moveTo: (at) => moveClock(ownerUrl, at),
    deliver,
    openDay: async () => {
      await scanAll(em);
      await deliver();
      const sweep = { reason: "SWEPT", perSecond: null, lateBySeconds: 0 } as const;
      await sweepOverdueActors({ em, wakeActor, log }, sweep, NEVER);
      await deliver();
    },
  };
}

/** A migrated database of its own, and the key of its invitations. */
export interface DemoPlace {
  readonly em: SqlEntityManager;
  /** Address for the owner of the tables, who may move the clock. */
  readonly ownerUrl: string;
  readonly invitationKey: Uint8Array;
}

/** The product, and its clock. */
export interface DemoHouse extends Pick<DemoPlace, "em" | "invitationKey"> {
  readonly admission: AdmissionDeps;
  /** Sets the product's clock to an instant, from which it continues; null returns it to the real time. */
  readonly moveTo: (at: Date | null) => Promise<void>;
  /** Settles what was admitted and delivers every event, as lanes and relay do. */
  readonly deliver: () => Promise<void>;
  /** Opens and closes days, wakes actors whose deadline came, and sends digests, as schedules do. */
  readonly openDay: () => Promise<void>;
}

const NEVER = new AbortController().signal;
const log = pino({ level: "silent" });

type SettlingDeps = ReturnType<typeof settlingDeps>;

function settlingDeps(em: SqlEntityManager, invitationKey: Uint8Array) {
  return {
    em,
    log,
    hooks,
    invitationKey,
    settlements: featureSettlements,
    features: operationFeatures,
    lanes: 1,
    memory: createLaneMemory(),
    markErased: async () => {},
    countBatches: () => undefined,
  };
}

function admissionDeps(em: SqlEntityManager): AdmissionDeps {
  return {
    em,
    log,
    features: operationFeatures,
    queue: createAdmissionQueue({ connections: 8 }),
    recent: createRecentBatches(),
    underWay: createAdmissionsUnderWay(),
  };
}

async function settleActor(deps: SettlingDeps, workflowId: string): Promise<void> {
  const actor = actors.find(({ definition }) => definition.kind === kindOf(workflowId));
  if (actor === undefined) throw new Error(`There is no actor for ${workflowId}`);
  const order = { workflowId, runId: newId(), retryNow: false };
  for (let more = true; more;) more = (await actor.settle(deps, order)).more ?? false;
}

async function settleBatches(deps: SettlingDeps): Promise<void> {
  for (let more = true; more;) {
    const settled = await settleLane(deps, { lane: "0", runId: newId() });
    more = settled.more ?? false;
  }
}

/** One pass of each lane. Returns false if nothing was due. */
async function deliverOnce(deps: Parameters<typeof relayPass>[0]): Promise<boolean> {
  let count = 0;
  for (const lane of lanesOf()) {
    const passed = await relayPass(deps, lane, NEVER);
    count += passed.length;
    const failed = passed.find(({ failure }) => failure?.kind === "FAULT");
    if (failed !== undefined)
      throw new Error(`${failed.row.type} failed: ${failed.failure?.failureClass ?? ""}`);
  }
  return count > 0;
}

/** The scans that schedules run: calendars, days, changed plans, scores, digests. */
async function scanAll(em: SqlEntityManager): Promise<void> {
  const agenda = createAgendaActivities({ em, log, rebuilds: hooks.rebuilds });
  const inbox = createInboxActivities({ em, log });
  await toTheEnd((after: Parameters<typeof agenda.lookAtCalendars>[0]["after"]) =>
    agenda.lookAtCalendars({ after }),
  );
  await toTheEnd((after: Parameters<typeof agenda.lookAtDays>[0]["after"]) =>
    agenda.lookAtDays({ after }),
  );
  while ((await inbox.rescoreTasks({ except: [] })).full);
  await inbox.decideDigests({ after: null });
}

/** Runs a scan slice by slice, until none is left. */
async function toTheEnd<Place>(
  scan: (after: Place | null) => Promise<{ readonly after: Place | null }>,
): Promise<void> {
  let after: Place | null = null;
  do ({ after } = await scan(after));
  while (after !== null);
}

async function moveClock(ownerUrl: string, at: Date | null): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("update clock_offset set shift = coalesce($1 - clock_timestamp(), '0')", [
      at,
    ]);
  } finally {
    await owner.end();
  }
}
