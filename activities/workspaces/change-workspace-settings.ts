import type { ChangeWorkspaceSettings } from "../../contract/workspaces/schema.ts";
import { raiseCoachOnboarding } from "../../db/accounts/profiles/raise-coach-onboarding.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Changes name, time zone, language, digest hour or limits of a workspace; other settings stay. The onboarding of the
 * coach who does it begins. The caller holds the workspace's lock.
 */
export async function changeWorkspaceSettings(
  tx: Tx,
  input: {
    readonly workspaceId: string;
    readonly byUserId: string;
    readonly changes: ChangeWorkspaceSettings;
  },
): Promise<void> {
  const workspace = await tx.findOneOrFail(CoachWorkspace, { id: input.workspaceId });
  const { name = workspace.name, timezone, locale, digestHour, adherenceLimits } = input.changes;
  const settings = {
    ...workspace.settings,
    ...(timezone !== undefined && { timezone }),
    ...(locale !== undefined && { locale }),
    ...(digestHour !== undefined && { digestHour }),
    ...(adherenceLimits !== undefined && { adherenceLimits }),
  };
  tx.assign(workspace, { name, settings, updatedAt: await clockNow(tx) });
  await tx.flush();
  await raiseCoachOnboarding(tx, { userId: input.byUserId, to: "IN_PROGRESS" });
}
