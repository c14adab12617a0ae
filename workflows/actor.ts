import {
  ApplicationFailure,
  continueAsNew,
  makeContinueAsNewFunc,
  scheduleLocalActivity,
  workflowInfo,
} from "@temporalio/workflow";
import type { SettleOrder } from "../activities/outbox/register-actor.ts";
import type { ActorReport } from "../rules/outbox/actor-agenda.ts";
import { kindOf, RESTART_ACT, settlingActOf, workflowTypeOf } from "../rules/outbox/actor-names.ts";
import { settlementLane } from "../contract/sync/device-actor.ts";
import { LANE_PAUSES, SETTLE_PAUSES } from "../rules/outbox/doubling-pause.ts";
import { runActor, type ActorInput } from "./run-actor.ts";

/**
 * The workflow of every actor. The activity named after its kind decides what is due and settles it. Waiting and
 * polling are the same for all kinds (docs/rooms/actors.md#life).
 */
export async function actor(input: ActorInput = {}): Promise<void> {
  const { workflowId, workflowType, runId } = workflowInfo();
  const kind = kindOf(workflowId);
  if (workflowType !== workflowTypeOf(kind)) {
    throw ApplicationFailure.nonRetryable("The workflow id names no such actor", "NOT_AN_ACTOR");
  }
  await runActor(
    {
      pauses: kind === settlementLane.kind ? LANE_PAUSES : SETTLE_PAUSES,
      settle: ({ retryNow, because, traces }) =>
        scheduleLocalActivity<ActorReport>(
          settlingActOf(kind),
          [orderOf({ workflowId, runId, retryNow, traces })],
          {
            startToCloseTimeout: "1500ms",
            retry: { maximumAttempts: 1 },
            summary: `settle what is due: ${because}`,
          },
        ),
      continueAsNew: (next) => continueAsNew<typeof actor>(next),
      upgrade,
      restart: () =>
        scheduleLocalActivity<void>(RESTART_ACT, [{ workflowId }], {
          startToCloseTimeout: "1500ms",
          retry: { maximumAttempts: 1 },
          summary: "the relay starts it again",
        }),
    },
    input,
  );
}

/** Without a recorded wake the history has the bytes that it always had. */
const orderOf = ({ traces, ...order }: Required<SettleOrder>): SettleOrder =>
  traces.length === 0 ? order : { ...order, traces };

/** The next run begins on the current release; from its first task on it is pinned to that one. */
async function upgrade(next: ActorInput): Promise<never> {
  // Made here: it captures the type and the queue of the running workflow.
  const begin = makeContinueAsNewFunc<typeof actor>({ initialVersioningBehavior: "AUTO_UPGRADE" });
  return await begin(next);
}
