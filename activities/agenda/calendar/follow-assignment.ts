import * as z from "zod";
import { FORM_SOURCES } from "../../../contract/forms/vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { lockScope } from "../../../db/lock-scopes.ts";
import { findAssignmentScope } from "../../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { bringUpToNow } from "./open-days.ts";

/**
 * Consumer `agenda`: a plan was assigned, so the present local day of its relationship gets its task. Any number of
 * deliveries make one.
 *
 * @returns the tasks that this delivery made.
 */
export async function followAssignment(
  tx: Tx,
  { assignmentId, requestId }: { readonly assignmentId: string; readonly requestId: string | null },
): Promise<readonly DayTask[]> {
  const relationshipId = await findAssignmentScope(tx, assignmentId);
  return relationshipId === null ? [] : await bringUp(tx, relationshipId, requestId);
}

/** What FormAssigned and FormAssignmentCancelled say of an assignment. */
const formSchema = z.looseObject({ relationshipId: z.string(), sourceType: z.enum(FORM_SOURCES) });

/**
 * Consumer `agenda`: a coach gave a form, so the present local day of its relationship gets its check-in, or took it
 * back, so that what nobody touched of it is canceled (docs/rooms/agenda.md#check-ins). Any number of deliveries make
 * one; an onboarding's questionnaire has its own task.
 *
 * @returns the tasks that this delivery made.
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
