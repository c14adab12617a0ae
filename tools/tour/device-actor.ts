import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { z } from "zod";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";

const ActorState = z.object({
  phase: z.string(),
  until: z.string().nullable(),
  agenda: z
    .object({
      dueAt: z.string().nullable(),
      dueReason: z.string().nullable(),
      waiting: z.object({ RETRY: z.number() }),
    })
    .nullable(),
});

/** State of a phone's durable workflow. Null before it exists: the relay starts it by waking it. */
export async function askDeviceActor(
  temporal: Client,
  deviceId: string,
): Promise<z.output<typeof ActorState> | null> {
  try {
    return ActorState.parse(
      await temporal.workflow.getHandle(deviceActorId(deviceId)).query("state"),
    );
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
