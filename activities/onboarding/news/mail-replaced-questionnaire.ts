import { findCorrespondent } from "../../../db/accounts/profiles/queries.ts";
import { findWorkspaceName } from "../../../db/workspaces/queries.ts";
import { isStillPending } from "../../../db/onboarding/queries.ts";
import { replacedQuestionnaireEmail } from "../../../rules/onboarding/replaced-questionnaire-email.ts";
import type { AccountMailing } from "../../accounts/mail/mail-account-notice.ts";

/**
 * Consumer `mail`: notifies a client that another questionnaire replaced theirs, once for each replacement, at their
 * present address and in their present language. It skips a questionnaire that is no longer asked for, and clients
 * who coach themselves.
 */
export async function mailReplacedQuestionnaire(
  { em, mailer, publicUrl }: AccountMailing,
  { eventId, subjectId: taskId, refs }: ReplacedQuestionnaireRow,
): Promise<void> {
  const { coachUserId, clientUserId, formAssignmentId, workspaceId } = refs;
  if (typeof formAssignmentId !== "string") return;
  if (typeof coachUserId !== "string" || typeof clientUserId !== "string") return;
  if (coachUserId === clientUserId) return;
  if (!(await isStillPending(em.fork(), { taskId, formAssignmentId }))) return;
  const people = { userId: clientUserId, otherUserId: coachUserId };
  const reader = await findCorrespondent(em.fork(), people);
  if (reader === null || reader.email === null || reader.otherName === null) return;
  const workspaceName =
    typeof workspaceId === "string" ? await findWorkspaceName(em.fork(), workspaceId) : null;
  const { otherName } = reader;
  const content = replacedQuestionnaireEmail({ ...reader, otherName, workspaceName, publicUrl });
  await mailer.send({ to: reader.email, ...content, messageId: eventId });
}

/** The outbox row of a questionnaire that replaced another. */
export interface ReplacedQuestionnaireRow {
  readonly eventId: string;
  readonly subjectId: string;
  readonly refs: Readonly<Record<string, string | number | null>>;
}
