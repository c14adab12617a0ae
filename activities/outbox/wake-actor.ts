import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
} from "@temporalio/client";
import { defineSearchAttributeKey } from "@temporalio/common";
import {
  ACTOR_ATTRIBUTES,
  type ActorStatus,
  type WakeReason,
} from "../../contract/outbox/vocabulary.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import type { ActorReport } from "../../rules/outbox/actor-agenda.ts";
import { kindOf, nounOf, subjectTextOf, workflowTypeOf } from "../../rules/outbox/actor-names.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";

/**
 * Wakes an actor and starts it if it is not running; a new one with an agenda is started without a wake. Returns
 * null, or why it was not woken.
 */
export type WakeActor = (wake: Wake) => Promise<FailedDelivery | null>;

/**
 * One wake. The reason is the signal's name; reason, id and version serve the reader of the history. Its arguments are a
 * contract between releases: they are only added (docs/rooms/actors.md#versions).
 */
export interface Wake {
  readonly workflowId: string;
  readonly reason: WakeReason;
  /** The record that caused the wake. */
  readonly id: string;
  readonly version: number;
  /**
   * The agenda of a new actor that was already settled: it is started dormant (docs/rooms/actors.md#dormant-start).
   */
  readonly waits?: ActorReport | null;
  /**
   * Starts no second run. An act may have started the actor before its deferred start, and that run may have ended;
   * it has settled what the start would.
   */
  readonly firstRunOnly?: boolean;
  /** `traceparent`s of the acts that caused the wake; none by default. */
  readonly traces?: readonly string[];
}

const DEADLINE_MS = 2_000;
const RESOURCE_EXHAUSTED = 8;

/**
 * Wakes actors by signal-with-start, or starts them dormant. The client's connection must not retry: the relay
 * postpones, and a caller that waits would delay others.
 */
export function actorWaker(temporal: Client, taskQueue: string): WakeActor {
  return async (wake) => {
    try {
      await temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
        signalOrStart(temporal, taskQueue, wake),
      );
      return null;
    } catch (error) {
      return wakeFailure(error);
    }
  };
}

async function signalOrStart(temporal: Client, taskQueue: string, wake: Wake): Promise<void> {
  const { workflowId, reason, id, version, waits = null, traces = [], firstRunOnly } = wake;
  const kind = kindOf(workflowId);
  const run = {
    workflowId,
    taskQueue,
    args: [],
    workflowIdConflictPolicy: "USE_EXISTING",
    // A run that failed has settled nothing.
    workflowIdReusePolicy:
      firstRunOnly === true ? "ALLOW_DUPLICATE_FAILED_ONLY" : "ALLOW_DUPLICATE",
    workflowTaskTimeout: "5s",
    staticSummary: `${nounOf(kind)} ${subjectTextOf(workflowId)}`,
  } as const;
  if (waits === null) {
    const signalArgs = traces.length === 0 ? [id, version] : [id, version, traces];
    const signalled = { ...run, signal: reason, signalArgs };
    await temporal.workflow.signalWithStart(workflowTypeOf(kind), signalled);
  } else {
    await temporal.workflow.start(workflowTypeOf(kind), { ...run, ...isDormant(reason, waits) });
  }
}

/**
 * A run whose first task comes with its deadline, or with the first signal. Its search attributes and description are
 * set at once.
 */
function isDormant(
  reason: WakeReason,
  { dueInMs, dueAt, dueReason, attributes, details }: ActorReport,
) {
  const status = defineSearchAttributeKey("ActorStatus", ACTOR_ATTRIBUTES.ActorStatus);
  const wakesAt = defineSearchAttributeKey("NextWakeAt", ACTOR_ATTRIBUTES.NextWakeAt);
  const own = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [{ key: defineSearchAttributeKey(name, "KEYWORD"), value }],
  );
  const began = `Started by ${reason}, dormant: waits for **${dueReason}** until ${dueAt}.`;
  return {
    startDelay: dueInMs ?? 0,
    staticDetails: [...details, began].join("\n\n"),
    typedSearchAttributes: [
      { key: status, value: "WAITING" satisfies ActorStatus },
      ...(dueAt === null ? [] : [{ key: wakesAt, value: new Date(dueAt) }]),
      ...own,
    ],
  };
}

/**
 * Classifies a failed wake. Busy servers and closing actors cause a later retry. An actor with more signals than a
 * run may take already has work to settle, so it counts as woken (docs/rooms/storage.md#relay). One that
 * must not run a second time counts too.
 */
export function wakeFailure(error: unknown): FailedDelivery | null {
  if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
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
