import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Sets the retention of everything that an ended onboarding leaves, and resets its client's profile unless it was
 * completed, in one statement. The caller has locked the relationship; task events get their date once.
 */
export async function beginRetention(
  tx: Tx,
  retention: { readonly instanceId: string; readonly expiresAt: Date; readonly now: Date },
): Promise<void> {
  const { instanceId, expiresAt: retentionExpiresAt, now } = retention;
  await tables(tx)
    .with("dated", (part) =>
      part
        .updateTable("onboardingInstance")
        .set({ retentionExpiresAt, updatedAt: now })
        .where("id", "=", instanceId)
        .returning("relationshipId"),
    )
    .with("tasks", (part) =>
      part
        .updateTable("onboardingTask")
        .set({ retentionExpiresAt })
        .where("instanceId", "=", instanceId),
    )
    .with("events", (part) =>
      part
        .updateTable("onboardingTaskEvent")
        .set({ retentionExpiresAt })
        .where("instanceId", "=", instanceId)
        .where("retentionExpiresAt", "is", null),
    )
    .updateTable("clientProfile as p")
    .from("dated")
    .innerJoin("relationship as r", "r.id", "dated.relationshipId")
    .set({ onboardingStatus: "NOT_STARTED", updatedAt: now })
    .whereRef("p.userId", "=", "r.clientUserId")
    .where("p.onboardingStatus", "not in", ["COMPLETED", "NOT_STARTED"])
    .execute();
}
