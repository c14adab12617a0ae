import { type Client, isGrpcServiceError } from "@temporalio/client";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import { kindOf, nounOf, subjectTextOf, workflowTypeOf } from "../../rules/outbox/actor-names.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";

/** One wake-up: the reason is the signal's name; it, id and version are for the reader of the history. */
export interface Wake {
  readonly workflowId: string;
  readonly reason: WakeReason;
  /** Record the reason is about. */
  readonly id: string;
  readonly version: number;
}

/** Wakes an actor, starting it when it does not run. Returns null, or why it was not told. */
export type WakeActor = (wake: Wake) => Promise<FailedDelivery | null>;

const DEADLINE_MS = 2_000;
const RESOURCE_EXHAUSTED = 8;

/**
 * Tells actors through signal-with-start. The client's connection must not retry by itself: the relay
 * postpones, and a caller that waits holds others up.
 */
export function actorWaker(temporal: Client, taskQueue: string): WakeActor {
  return async (wake) => {
    try {
      await temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
        signal(temporal, taskQueue, wake),
      );
      return null;
    } catch (error) {
      return wakeFailure(error);
    }
  };
}

async function signal(temporal: Client, taskQueue: string, wake: Wake): Promise<void> {
  const { workflowId, reason, id, version } = wake;
  const kind = kindOf(workflowId);
  await temporal.workflow.signalWithStart(workflowTypeOf(kind), {
    workflowId,
    taskQueue,
    args: [],
    signal: reason,
    signalArgs: [id, version],
    workflowIdConflictPolicy: "USE_EXISTING",
    workflowIdReusePolicy: "ALLOW_DUPLICATE",
    workflowTaskTimeout: "5s",
    staticSummary: `${nounOf(kind)} ${subjectTextOf(workflowId)}`,
  });
}

/**
 * What a refused wake-up means. Busy servers and closing actors ask for patience. An actor with more
 * signals than a run may take has work to settle already, so it counts as told
 * (docs/rules.md#storage-relay).
 */
export function wakeFailure(error: unknown): FailedDelivery | null {
  const status = grpcStatusOf(error);
  if (status === null) return { kind: "FAULT", failureClass: faultClassOf(error) };
  if (/exceeded .*signal events/i.test(status.details)) return null;
  if (status.code === RESOURCE_EXHAUSTED) return { kind: "LATER", failureClass: "GRPC_8" };
  return { kind: "FAULT", failureClass: `GRPC_${status.code}` };
}

function grpcStatusOf(error: unknown): { code: number; details: string } | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isGrpcServiceError(cause)) return { code: cause.code, details: cause.details };
  }
  return null;
}
