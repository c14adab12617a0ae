import * as z from "zod";
import { FORM_SOURCES } from "../../../contract/forms/vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { findAssignmentScope } from "../../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { bringUpToNow } from "./open-days.ts";

/**
 * Consumer `agenda`: creates the task of a newly assigned plan on the present local day of its relationship. Any
 * number of deliveries create one.
 *
 * @returns the tasks that this delivery created.
 */
export async function followAssignment(
  tx: Tx,
  { assignmentId, requestId }: { readonly assignmentId: string; readonly requestId: string | null },
): Promise<readonly DayTask[]> {
  const relationshipId = await findAssignmentScope(tx, assignmentId);
  return relationshipId === null ? [] : await bringUp(tx, relationshipId, requestId);
}

/** The fields of FormAssigned and FormAssignmentCancelled that this consumer needs. */
const formSchema = z.looseObject({ relationshipId: z.string(), sourceType: z.enum(FORM_SOURCES) });

/**
 * Consumer `agenda`: when a coach assigns a form, the present local day of its relationship gets a check-in. When the
 * coach withdraws it, the untouched check-in is canceled (docs/rooms/agenda.md#check-ins). Any number of deliveries
 * create one. An onboarding questionnaire has its own task.
 *
 * @returns the tasks that this delivery created.
 */
export async function followForm(
  tx: Tx,
  { refs, requestId }: Pick<DomainEvent, "refs"> & { readonly requestId: string | null },
): Promise<readonly DayTask[]> {
  const { relationshipId, sourceType } = formSchema.parse(refs);
  return sourceType === "COACH" ? await bringUp(tx, relationshipId, requestId) : [];
}

async function bringUp(
  tx: Tx,
  relationshipId: string,
  requestId: string | null,
): Promise<readonly DayTask[]> {
  if (!(await lockScope(tx, relationshipId))) return [];
  const now = await clockNow(tx);
  const { made } = await bringUpToNow(tx, [relationshipId], { now, requestId });
  return made;
}
