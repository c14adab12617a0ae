import { type Client, isGrpcServiceError } from "@temporalio/client";
import type { Deployment, DeploymentPlace } from "./read-deployment.ts";

/**
 * Makes a release the current one: new runs begin on it, and actors move to it. The conflict token refuses the change
 * if another operator was faster.
 *
 * @throws DeployRefused, or ServiceError of Temporal.
 */
export async function setCurrent(
  temporal: Client,
  { namespace, deploymentName }: DeploymentPlace,
  { buildId, conflictToken }: Target,
): Promise<void> {
  const change = { namespace, deploymentName, buildId, conflictToken };
  await refusing(temporal, () =>
    temporal.workflowService.setWorkerDeploymentCurrentVersion(change),
  );
}

/**
 * Sends a part of all workflow ids, in percent, to a release. An empty build id ends the ramp.
 *
 * @throws DeployRefused, or ServiceError of Temporal.
 */
export async function setRamp(
  temporal: Client,
  { namespace, deploymentName }: DeploymentPlace,
  { buildId, conflictToken, percentage }: Target & { readonly percentage: number },
): Promise<void> {
  const change = { namespace, deploymentName, buildId, conflictToken, percentage };
  await refusing(temporal, () =>
    temporal.workflowService.setWorkerDeploymentRampingVersion(change),
  );
}

/** The release of a change, and the token of the deployment that it was decided on. */
export interface Target extends Pick<Deployment, "conflictToken"> {
  readonly buildId: string;
}

/** A change that is refused; the message says in one sentence why. */
export class DeployRefused extends Error {
  override readonly name = "DeployRefused";
}

const FAILED_PRECONDITION = 9;
const DEADLINE_MS = 30_000;

async function refusing(temporal: Client, act: () => Promise<unknown>): Promise<void> {
  try {
    await temporal.withDeadline(Date.now() + DEADLINE_MS, act);
  } catch (error) {
    if (!isGrpcServiceError(error)) throw error;
    const code: number = error.code;
    if (code !== FAILED_PRECONDITION) throw error;
    throw new DeployRefused(
      /conflict token/i.test(error.details)
        ? "Somebody else changed the deployment meanwhile; run the command again to see what it is now."
        : `Temporal refuses the change: ${error.details}`,
      { cause: error },
    );
  }
}
