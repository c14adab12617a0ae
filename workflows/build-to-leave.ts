import { workflowInfo } from "@temporalio/workflow";
import type { REPAIR_REASONS } from "../contract/outbox/vocabulary.ts";
import type { ActorState, CarriedActor } from "./actor-state.ts";

/**
 * The build of this run if another release is current for it; null otherwise. Temporal 1.31 wrongly says that one is,
 * in a task that begins with a signal of the previous task. Such an upgrade leads back to the same build. It is not
 * tried again until the command wakes the actor, or a signal in each task would end the run.
 */
export function buildToLeave(
  carried: CarriedActor | undefined,
  { lastWake }: Pick<ActorState, "lastWake">,
): string | null {
  const { targetWorkerDeploymentVersionChanged: changed, currentDeploymentVersion } =
    workflowInfo();
  const build = currentDeploymentVersion?.buildId ?? null;
  const isTried = build === (carried?.leftBuild ?? null) && lastWake?.reason !== NEW_VERSION;
  return changed && !isTried ? build : null;
}

const NEW_VERSION = "NEW_VERSION" satisfies (typeof REPAIR_REASONS)[number];
