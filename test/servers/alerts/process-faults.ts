import { eventually } from "../../factories/eventually.ts";
import { buildCoach, buildInvitation } from "../../factories/accounts/identity.ts";
import type { LinkedPart } from "../../harness/linked-parts.ts";
import { type AlertFault, sendBatches } from "./alert-fault.ts";

/** Faults of the processes and of their links. */
export const PROCESS_FAULTS: readonly AlertFault[] = [
  {
    fault: "the relay is frozen",
    alerts: ["ProcessAway"],
    strike: async ({ parts: { relay } }) => {
      relay.signal("SIGSTOP");
      return async () => relay.signal("SIGCONT");
    },
  },
  {
    fault: "the worker does not reach Temporal",
    alerts: ["ProcessNotReady"],
    strike: async ({ parts: { worker } }) => {
      worker.links.temporal.swallow();
      return async () => worker.links.temporal.heal();
    },
  },
  {
    fault: "the relay does not reach Temporal while a coach invites",
    alerts: ["OutboxRowsOld"],
    strike: async ({ direct, parts: { relay } }) => {
      const { em } = direct.deps.database;
      relay.links.temporal.swallow();
      await buildInvitation(em, await buildCoach(em));
      return async () => relay.links.temporal.heal();
    },
  },
  {
    fault: "an API is killed three times in a row",
    alerts: ["ProcessRestarts"],
    resolvedMs: 300_000,
    strike: async ({ parts: { api } }) => {
      for (let kill = 0; kill < KILLS; kill += 1) await killAndWait(api);
      return async () => {};
    },
  },
  {
    fault: "the database does not answer the API while phones send",
    alerts: ["DatabaseAway", "ApiFaults", "SyncAvailabilityBurnsFast"],
    resolvedMs: 400_000,
    strike: async (stack) => {
      const { database } = stack.parts.api.links;
      const end = await sendBatches(stack, 300);
      database.swallow();
      database.cut();
      return async () => {
        database.replace();
        database.reset();
        // Objectives of requests need requests: phones go on until the window has forgotten the fault.
        setTimeout(() => void end(), 60_000);
      };
    },
  },
  {
    fault: "Temporal does not answer the API",
    alerts: ["TemporalAway"],
    strike: async ({ parts }) => {
      const { temporal } = parts.api.links;
      temporal.swallow();
      return async () => temporal.heal();
    },
  },
  {
    fault: "the clock of an API is half a minute ahead",
    alerts: ["ClockOff"],
    strike: async ({ moveApiClock }) => {
      moveApiClock(30);
      return async () => moveApiClock(0);
    },
  },
  {
    fault: "the worker is frozen while phones send",
    alerts: ["SettlementLags"],
    strike: async (stack) => {
      const { worker } = stack.parts;
      worker.signal("SIGSTOP");
      const end = await sendBatches(stack, 2_000);
      return async () => {
        await end();
        worker.signal("SIGCONT");
      };
    },
  },
];

/** The alert counts changes of the start time: one more than twice. */
const KILLS = 3;

/** Prometheus has to see each new process, so it has to live for more than one scrape. */
const SEEN_MS = 7_000;

async function killAndWait(part: LinkedPart): Promise<void> {
  part.signal("SIGKILL");
  await eventually(
    async () => part.isReady(),
    (isReady) => !isReady,
  );
  await eventually(
    async () => part.isReady(),
    (isReady) => isReady,
  );
  await new Promise((resolve) => setTimeout(resolve, SEEN_MS));
}
