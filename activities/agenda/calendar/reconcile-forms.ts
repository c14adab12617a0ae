import { taskId } from "../../../contract/agenda/task-id.ts";
import type { ReconciledChange } from "../../../db/agenda/list-planned-tasks.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { type GivenForm, listGivenForms } from "../../../db/agenda/list-given-forms.ts";
import { insertCheckInForms } from "../../../db/forms/assignments/insert-check-in-forms.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { OccurrenceKey } from "../../../db/agenda/withheld/put-withheld.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { askCheckIn, checkInOfForm, formSourceKey } from "../../../rules/forms/ask-check-in.ts";
import { isMeant, type OccurrenceSet } from "../isolation/occurrence-set.ts";
import { digestOfIds, type ZonedDay } from "./planned-task.ts";

/**
 * Computes the changes that give each open form of a coach one check-in on the present day
 * (docs/rooms/agenda.md#check-ins). One statement. The caller holds the scopes' locks.
 */
export async function reconcileForms(
  tx: Tx,
  presentDays: readonly ZonedDay[],
  { now, only, codeVersion }: Agreeing,
): Promise<FormReconciliation> {
  const missing: DayTask[] = [];
  const changes: DayReconciliation["changes"][number][] = [];
  const formAssignmentIds = only?.sourceIds ?? null;
  const choice = { cancelledFrom: withdrawnBefore(now), codeVersion, formAssignmentIds };
  const forms = (await listGivenForms(tx, presentDays, choice)).filter((form) =>
    isMeant(only, form, form.formAssignmentId),
  );
  for (const form of forms) {
    const decision = askCheckIn(form, form);
    if (decision === "ASK" || decision === "ASK_AGAIN") missing.push(await checkInOf(form, now));
    if (decision === "WITHDRAW") changes.push(cancellationOf(form, "ASSIGNMENT_ENDED"));
    if (decision === "ASK_AGAIN") changes.push(cancellationOf(form, "ASKED_LATER"));
  }
  const retried = forms.filter(({ isRetried }) => isRetried);
  return { missing, changes, shown: retried.map(keyOfForm) };
}

/** The changes that make a day agree with its sources, or several days with their forms. */
export interface DayReconciliation {
  readonly missing: readonly DayTask[];
  readonly changes: readonly { readonly day: RelationshipDay; readonly change: ReconciledChange }[];
}

/** Options of a reconciliation. */
export interface Agreeing {
  readonly now: Date;
  /** Only these occurrences; null for all. */
  readonly only: OccurrenceSet | null;
  /** Failures of this version of the code are not repeated; null to try everything again. */
  readonly codeVersion: string | null;
}

/** The changes that make days agree with their forms. */
interface FormReconciliation extends DayReconciliation {
  /** Occurrences that were withheld and succeed now. */
  readonly shown: readonly OccurrenceKey[];
}

/** A form withdrawn this many days ago no longer has a check-in. */
const WITHDRAWN_DAYS = 7;

/** Forms withdrawn before this instant no longer have a check-in. */
export function withdrawnBefore(now: Date): Date {
  return new Date(now.getTime() - WITHDRAWN_DAYS * 86_400_000);
}

function keyOfForm({ relationshipId, localDate, formAssignmentId }: GivenForm): OccurrenceKey {
  return { relationshipId, localDate, sourceType: "FORM_ASSIGNMENT", sourceId: formAssignmentId };
}

async function checkInOf(form: GivenForm, now: Date): Promise<DayTask> {
  const {
    relationshipId,
    localDate,
    formAssignmentId,
    formId,
    formVersionId,
    version,
    requiresAnswers,
  } = form;
  const sourceKey = formSourceKey(formAssignmentId);
  const key = { relationshipId, localDate, taskKind: "CHECK_IN", sourceKey } as const;
  const taskForm = { formAssignmentId, formId, formVersionId, version, requiresAnswers };
  return checkInOfForm({ ...form, form: taskForm, taskId: await taskId(key, digestOfIds), now });
}

function cancellationOf(
  { relationshipId, checkIn }: GivenForm,
  reason: "ASSIGNMENT_ENDED" | "ASKED_LATER",
): DayReconciliation["changes"][number] {
  if (checkIn === null) throw new Error("The form has no check-in");
  const { id, localDate, status: fromStatus, revision } = checkIn;
  const unchanged = { metadata: {}, renewed: null, completionSummary: null };
  const change = {
    id,
    eventId: newId(),
    reason,
    fromStatus,
    toStatus: "CANCELED",
    revision,
  } as const;
  return { day: { relationshipId, localDate }, change: { ...change, ...unchanged } };
}

/**
 * Creates the form assignments of check-ins that plans created, with the ids that the check-ins name, so that each is
 * filled in separately. One statement; none without a check-in.
 *
 * @returns the assignments, with their relationships.
 */
export async function giveCheckInForms(tx: Tx, made: readonly DayTask[], now: Date) {
  const forms = made.flatMap(({ id, relationshipId, dueAt, sourceType, actionSchema: { form } }) =>
    form === undefined || sourceType !== "PLAN_ASSIGNMENT"
      ? []
      : [{ ...form, taskId: id, relationshipId, dueAt, now }],
  );
  return await insertCheckInForms(tx, forms);
}
