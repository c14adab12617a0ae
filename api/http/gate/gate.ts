import { setTimeout as pause } from "node:timers/promises";
import type { Request, RequestHandler, Response } from "express";
import { PROBLEMS } from "../../../contract/problems.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { ApiDeps } from "../../api-deps.ts";
import type { Endpoint } from "../../endpoint.ts";
import { measureGate } from "./measure-gate.ts";
import { drainBody } from "./drain-body.ts";
import { openClientKeys, type ClientKey, type ClientKeys } from "./client-keys.ts";
import { openConcurrencySlots, type ConcurrencySlots } from "./concurrency-limits.ts";
import { openAdmissionSlot, type AdmissionSlot } from "./admission-slot.ts";
import { type Traffic, trafficOf } from "./traffic.ts";
import { type EarlyOptions, rejectEarly } from "./reject-early.ts";
import { GateRejection } from "./gate-rejection.ts";
import { openFairQueue, type FairQueue } from "./fair-queue.ts";

/** The gate before all routes. */
export interface Gate {
  /** Refuses requests without a free slot, before anything else is done. */
  readonly early: (options: Pick<EarlyOptions, "endpoints" | "setHeaders">) => RequestHandler;
  /** Lets a request through to its route, or throws. */
  readonly before: (endpoint: Endpoint, serve: Serve) => RequestHandler;
}

/** Serves an admitted request, with its slots. */
export type Serve = (req: Request, res: Response, slot: AdmissionSlot) => Promise<void>;

/** The gate's counters. */
interface Counts {
  readonly clientKeys: ClientKeys;
  readonly slots: ConcurrencySlots;
  readonly turns: FairQueue;
}

/**
 * Opens the gate: its refusals cost next to nothing, neither authorization nor a database connection
 * (docs/rooms/wire.md#overload, docs/rooms/wire.md#fair-use).
 */
export function openGate(deps: ApiDeps): Gate {
  const clientKeys = openClientKeys(deps);
  const slots = openConcurrencySlots(deps.concurrencyLimits, deps.load);
  const counts = { clientKeys, slots, turns: openFairQueue(deps.turns) };
  const count = measureGate(deps.metrics, { slots, sensor: deps.load });
  const delayMs = openDelay();
  return {
    early: (options) => rejectEarly({ ...options, slots, count }),
    before: (endpoint, serve) => {
      const traffic = trafficOf(endpoint);
      return async (req, res) => {
        const slot = openAdmissionSlot(req, res);
        let clientKey: ClientKey | null = null;
        try {
          // Under overload, the caller is not even identified.
          await slot.acquire(() => slots.take(traffic));
          clientKey = await clientKeys.find(endpoint, req);
          await enter(counts, { clientKey, traffic, slot, res });
          await serve(req, res, slot);
        } catch (error) {
          if (error instanceof GateRejection) {
            count(traffic, error);
            drainBody(req);
          }
          slot.release();
          if (clientKey !== null && saysLater(error)) await delayMs(clientKeys.delayMs(clientKey));
          throw error;
        }
      };
    },
  };
}

interface Entering {
  readonly clientKey: ClientKey;
  readonly traffic: Traffic;
  readonly slot: AdmissionSlot;
  readonly res: Response;
}

/** Counts a request under its client key, and queues it. @throws Refusal RATE_LIMITED, UNAVAILABLE. */
async function enter(
  { clientKeys, slots, turns }: Counts,
  { clientKey, traffic, slot, res }: Entering,
): Promise<void> {
  slot.until(clientKeys.count(clientKey, traffic));
  // The provider calls on behalf of many.
  if (clientKey.kind === "provider") return;
  const name = `${clientKey.kind} ${clientKey.key}`;
  await slot.acquire(() => slots.claim(traffic, name));
  // Long-lasting requests and sign-outs do not queue behind others of the same client key.
  if (traffic !== "READ" && traffic !== "SYNC" && traffic !== "OTHER") return;
  await slot.acquire(() => turns.wait(name));
  if (res.destroyed) throw new GateRejection("gone", 1);
}

/** Whether an error tells the caller to retry later. */
function saysLater(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false;
  const { status } = PROBLEMS[error.code];
  return status === 429 || status === 503;
}

/** Maximum delayed answers; further ones are sent at once. */
const MOST_DELAYED = 1_000;

/** Delays an answer by some milliseconds, so that clients that retry at once are slowed down. */
function openDelay(): (ms: number) => Promise<void> {
  let delayed = 0;
  return async (ms) => {
    if (ms === 0 || delayed >= MOST_DELAYED) return;
    delayed += 1;
    await pause(ms, undefined, { ref: false });
    delayed -= 1;
  };
}
