import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../../contract/refusal.ts";
import { tables } from "../../tables.ts";
import { OnboardingOverride } from "../onboarding-override.ts";
import { type SeenOnboarding, seenOnboardings } from "./seen-onboarding.ts";

/**
 * The onboarding of a client's latest relationship in a workspace, ended ones too.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function getClientOnboarding(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly clientUserId: string },
): Promise<SeenOnboarding> {
  const latest = tables(em)
    .selectFrom("relationship")
    .select("id")
    .where("workspaceId", "=", key.workspaceId)
    .where("clientUserId", "=", key.clientUserId)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(1);
  const row = await seenOnboardings(em).where("r.id", "=", latest).executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

/** An onboarding by its id. @throws Refusal NOT_FOUND. */
export async function getOnboardingById(
  em: SqlEntityManager,
  instanceId: string,
): Promise<SeenOnboarding> {
  const row = await seenOnboardings(em).where("i.id", "=", instanceId).executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

/** Where to look for a task: among those of a client in a workspace, or in one onboarding. */
export type TaskPlace = { readonly taskId: string } & (
  | { readonly workspaceId: string; readonly clientUserId: string }
  | { readonly instanceId: string }
);

/** Whether a task is there, also in ended relationships; a task never moves. */
export async function isTaskIn(em: SqlEntityManager, place: TaskPlace): Promise<boolean> {
  const task = tables(em)
    .selectFrom("onboardingTask as t")
    .innerJoin("onboardingInstance as i", "i.id", "t.instanceId")
    .innerJoin("relationship as r", "r.id", "i.relationshipId")
    .select("t.id")
    .where("t.id", "=", place.taskId);
  const there =
    "instanceId" in place
      ? task.where("i.id", "=", place.instanceId)
      : task
          .where("r.workspaceId", "=", place.workspaceId)
          .where("r.clientUserId", "=", place.clientUserId);
  return (await there.executeTakeFirst()) !== undefined;
}

/** The reason of an override; null also after its retention. */
export async function findOverrideReason(
  em: SqlEntityManager,
  overrideId: string,
): Promise<string | null> {
  const override = await em.findOne(OnboardingOverride, { id: overrideId });
  return override?.reason ?? null;
}
