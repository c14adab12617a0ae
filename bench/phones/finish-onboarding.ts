import { z } from "zod";
import { ask, type BenchCoach } from "./people.ts";
import type { BenchStack } from "../stack/stack.ts";

/**
 * Ends the onboarding of a client by their coach: the questionnaire counts as done, and the baseline is waived. An
 * unfinished onboarding has an actor with reminders, whose work is no part of a tap.
 *
 * @param token the client's access token.
 */
export async function finishOnboarding(
  { urls }: BenchStack,
  coach: BenchCoach,
  token: string,
): Promise<void> {
  const { user, relationship, pendingTasks } = await ask(
    `${urls.api}/api/v1/auth/client-me`,
    { token },
    ClientMe,
  );
  const coachToken = await coach.token();
  const workspace = `${urls.api}/api/v1/workspaces/${coach.workspaceId}`;
  const tasks = `${workspace}/clients/${user.userId}/onboarding/tasks`;
  const reason = "Done on paper";
  for (const { taskId, taskType } of pendingTasks) {
    if (taskType !== "QUESTIONNAIRE") continue;
    const body = { type: "FORCE_COMPLETE", reason };
    await ask(`${tasks}/${taskId}/override`, { token: coachToken, body }, z.unknown());
  }
  const waive = `${workspace}/relationships/${relationship.relationshipId}/waive-baseline`;
  await ask(waive, { token: coachToken, body: { reason } }, z.unknown());
}

const ClientMe = z.object({
  user: z.object({ userId: z.string() }),
  relationship: z.object({ relationshipId: z.string() }),
  pendingTasks: z.array(z.object({ taskId: z.string(), taskType: z.string() })),
});
