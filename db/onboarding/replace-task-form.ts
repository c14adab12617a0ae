import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/**
 * Lets a task ask for another form; its status stays. The caller holds the relationship.
 *
 * @throws Error when the task is not as it was read.
 */
export async function replaceTaskForm(
  tx: Tx,
  replacement: {
    readonly taskId: string;
    readonly revision: number;
    readonly formAssignmentId: string;
    readonly now: Date;
  },
): Promise<void> {
  const { taskId, revision, formAssignmentId, now } = replacement;
  const { rows } = await sql`
    update onboarding_task
       set form_assignment_id = ${formAssignmentId}, revision = revision + 1, updated_at = ${now}
     where id = ${taskId} and revision = ${revision} returning id
  `.execute(tx.getKysely());
  if (rows.length !== 1) throw new Error("An onboarding task changed under its lock");
}
