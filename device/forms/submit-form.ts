import { instantOf } from "../lanes/instant.ts";
import type { PartContext } from "../parts/part-context.ts";
import { checkAnswers, shownAnswers } from "./check-answers.ts";
import { formAnswers, formState } from "./form-state.ts";
import { type FormStores, type KnownForm, loadForm, SUBMIT_FORM } from "./load-form.ts";
import type { Forms, SubmissionOutcome } from "./types.ts";

/**
 * Submits a form as an online act. A draft that is on its way arrives first, so that a draft of another device is
 * noticed before the submission replaces both.
 */
export async function submitForm(
  context: PartContext,
  stores: FormStores,
  call: Parameters<Forms["submit"]>[0],
): Promise<SubmissionOutcome> {
  const { formAssignmentId, callId = context.core.ports.random.uuid(), taskId } = call;
  const known = await loadSettled(context, stores, formAssignmentId);
  if (known === null) return { kind: "ABSENT" };
  const { submission } = known;
  if (submission?.actId === callId || submission?.outcome.kind === "OPEN")
    return (await stores.acts.retry(submission.actId)) ?? { kind: "ABSENT" };
  const state = formState(known);
  if (state === "CONFLICT") return { kind: "CONFLICT" };
  if (state === "SUBMITTED" || state === "CANCELLED") return { kind: "CLOSED" };
  const { content } = known.form;
  const answers = formAnswers(known);
  const { faults } = checkAnswers(content, answers);
  if (faults.length > 0) return { kind: "INCOMPLETE", faults };
  return await stores.acts.perform({
    actId: callId,
    scopeId: context.scopeId,
    actType: SUBMIT_FORM,
    objectId: formAssignmentId,
    method: "POST",
    path: `/api/v1/client/form-assignments/${formAssignmentId}/submissions`,
    body: {
      answers: shownAnswers(content, answers),
      clientRecordedAt: instantOf(context.core.ports.clock.now()),
      ...(taskId !== undefined && { taskId }),
    },
  });
}

/** The form once the verdicts that come at any moment are there. */
async function loadSettled(
  context: PartContext,
  stores: FormStores,
  formAssignmentId: string,
): Promise<KnownForm | null> {
  const load = async () => await loadForm(stores, await context.row(), formAssignmentId);
  const known = await load();
  if (known === null || !known.saves.some(({ isNext }) => isNext)) return known;
  const { core, scopeId } = context;
  const isOver = async () => !((await load())?.saves.some(({ isNext }) => isNext) ?? false);
  await new Promise<void>((resolve) => {
    const end = () => {
      stop();
      cancel();
      resolve();
    };
    const stop = core.changes.watch(
      scopeId,
      () => void isOver().then((over) => over && end(), end),
    );
    const cancel = core.ports.clock.after(MOST_WAIT_MS, end);
    void isOver().then((over) => over && end(), end);
  });
  return await load();
}

/** As long as a lane waits for an answer. */
const MOST_WAIT_MS = 8_000;
