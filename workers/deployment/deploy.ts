import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { describeDeployment } from "./describe-deployment.ts";
import { evacuate } from "./evacuate.ts";
import { patiently } from "./patiently.ts";
import { type Deployment, type DeploymentPlace, readDeployment } from "./read-deployment.ts";
import { DeployRefused, setCurrent, setRamp } from "./set-target.ts";
import { wakePinnedActors } from "./wake-pinned-actors.ts";

/**
 * Carries out an operator's order and says what it did (docs/operations.md#deploy-a-release).
 *
 * @returns whether the order is complete: after PROMOTE and ROLLBACK, and for DRAINED, no run is left on another
 * release.
 * @throws DeployRefused, or ServiceError of Temporal.
 */
export async function deploy(temporal: Client, order: DeployOrder): Promise<boolean> {
  const { place, act, say } = order;
  const deployment = await readDeployment(temporal, place);
  if (deployment === null) {
    throw new DeployRefused(`No worker of the deployment ${place.deploymentName} has started yet.`);
  }
  switch (act.kind) {
    case "SHOW":
      say(...describeDeployment(deployment));
      return true;
    case "PROMOTE":
      return await promote(temporal, order, { deployment, buildId: act.buildId });
    case "RAMP":
      return await ramp(temporal, order, { deployment, ...act });
    case "ROLLBACK":
      return await rollBack(temporal, order, deployment);
    case "DRAINED":
      return sayDrained(order, deployment);
    case "EVACUATE":
      return await leaveStranded(temporal, order, deployment);
  }
}

/** An order about a deployment. */
export interface DeployOrder {
  readonly place: DeploymentPlace;
  readonly act: DeployAct;
  /** Most wakes a second, so that fresh batches find a free worker. */
  readonly perSecond: number;
  /** How long to wait for actors to leave another release. */
  readonly waitMs: number;
  readonly say: (...lines: readonly string[]) => void;
}

/** The kind of an order, with its release. */
export type DeployAct =
  | { readonly kind: "SHOW" | "ROLLBACK" | "DRAINED" | "EVACUATE" }
  | { readonly kind: "PROMOTE"; readonly buildId: string }
  | { readonly kind: "RAMP"; readonly buildId: string; readonly percentage: number };

async function promote(
  temporal: Client,
  order: DeployOrder,
  { deployment, buildId }: { readonly deployment: Deployment; readonly buildId: string },
): Promise<boolean> {
  refuseUnserved(deployment, buildId);
  const { conflictToken, current, ramping } = deployment;
  if (current !== buildId) await setCurrent(temporal, order.place, { buildId, conflictToken });
  else if (ramping !== null)
    await setRamp(temporal, order.place, { buildId: "", conflictToken, percentage: 0 });
  order.say(`${buildId} is the current release.`);
  return await moveActors(temporal, order);
}

async function ramp(
  temporal: Client,
  order: DeployOrder,
  {
    deployment,
    buildId,
    percentage,
  }: {
    readonly deployment: Deployment;
    readonly buildId: string;
    readonly percentage: number;
  },
): Promise<boolean> {
  refuseUnserved(deployment, buildId);
  if (deployment.current === buildId)
    throw new DeployRefused(`${buildId} is the current release already.`);
  const { conflictToken } = deployment;
  await setRamp(temporal, order.place, { buildId, conflictToken, percentage });
  order.say(`${percentage} % of all actors belong to ${buildId}.`);
  const buildIds = othersThan(deployment, buildId);
  const { perSecond } = order;
  const woken = await wakePinnedActors(temporal, order.place, { buildIds, perSecond });
  // Those that moved may be deferred, and begin only if they are woken again.
  await sleep(VISIBLE_AFTER_MS);
  await wakePinnedActors(temporal, order.place, { buildIds, perSecond });
  order.say(`${woken} actors were woken; those of the ${percentage} % move.`);
  return true;
}

/** Ends a ramp, or makes the release current again that was so last. */
async function rollBack(
  temporal: Client,
  order: DeployOrder,
  deployment: Deployment,
): Promise<boolean> {
  const { conflictToken, current, ramping, releases } = deployment;
  if (ramping !== null) {
    await setRamp(temporal, order.place, { buildId: "", conflictToken, percentage: 0 });
    order.say(`${ramping.buildId} gets no actors any more; ${current} is the current release.`);
    return await moveActors(temporal, order);
  }
  const previous = releases
    .filter(({ buildId, deactivatedMs }) => buildId !== current && deactivatedMs > 0)
    .toSorted((one, other) => other.deactivatedMs - one.deactivatedMs)[0];
  if (previous === undefined) throw new DeployRefused("No release was current before this one.");
  return await promote(temporal, order, { deployment, buildId: previous.buildId });
}

/**
 * Wakes the actors of other releases until none is left there, or the wait is over. Temporal's lists follow its
 * histories with a delay, so two readings have to agree that none is left.
 */
async function moveActors(temporal: Client, order: DeployOrder): Promise<boolean> {
  const until = performance.now() + order.waitMs;
  const { place, perSecond, say } = order;
  for (let [woken, emptyReadings] = [0, 0]; ;) {
    const deployment = await patiently(() => readDeployment(temporal, place));
    emptyReadings = deployment === null || isDrained(deployment) ? emptyReadings + 1 : 0;
    if (emptyReadings === EMPTY_READINGS) {
      say(`${woken} actors were woken, and no run is left on another release.`);
      return true;
    }
    if (deployment !== null && performance.now() > until) {
      say(`${woken} actors were woken.`, ...describeDeployment(deployment));
      return false;
    }
    const buildIds = deployment === null ? [] : othersThan(deployment, deployment.current);
    woken += await wakePinnedActors(temporal, place, { buildIds, perSecond });
    await sleep(VISIBLE_AFTER_MS);
  }
}

const VISIBLE_AFTER_MS = 1_000;
const EMPTY_READINGS = 2;

function sayDrained({ say }: DeployOrder, deployment: Deployment): boolean {
  const isDone = isDrained(deployment);
  say(
    ...(isDone
      ? ["No run is left on another release: their workers may stop."]
      : describeDeployment(deployment)),
  );
  return isDone;
}

async function leaveStranded(
  temporal: Client,
  { place, say }: DeployOrder,
  { releases }: Deployment,
): Promise<boolean> {
  const count = await evacuate(temporal, place, releases);
  say(`${count} runs were terminated; the sweep starts their actors again when they are due.`);
  return true;
}

function refuseUnserved({ releases }: Deployment, buildId: string): void {
  const release = releases.find((one) => one.buildId === buildId);
  if (release?.hasWorkers === true) return;
  throw new DeployRefused(`No worker of ${buildId} serves both task queues; start one first.`);
}

function isDrained(deployment: Deployment): boolean {
  return othersThan(deployment, deployment.current).length === 0;
}

/** The other releases that still have runs. */
function othersThan({ releases }: Deployment, buildId: string | null): readonly string[] {
  return releases
    .filter((release) => release.buildId !== buildId && release.runCount > 0)
    .map((release) => release.buildId);
}
