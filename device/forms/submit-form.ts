import { instantOf } from "../lanes/instant.ts";
import type { PartContext } from "../parts/part-context.ts";
import { checkAnswers, shownAnswers } from "./check-answers.ts";
import { formAnswers, formState, isUnsent, knownRevision } from "./form-state.ts";
import { readAnswer } from "../read/read-answer.ts";
import { isOwnForm } from "./form-rows.ts";
import type { OneAct } from "./in-order-of-each.ts";
import { type FormStores, loadForm, SUBMIT_FORM } from "./load-form.ts";
import { refusalOf } from "./write-draft.ts";
import type { Forms, SubmissionOutcome } from "./types.ts";

/**
 * Submits a form as an online act. A draft that is on its way arrives first, so that a draft of another device is
 * noticed before the submission replaces both. Other acts on the form wait only until the submission is stored.
 */
export async function submitForm(
  context: PartContext,
  stores: FormStores,
  { call, oneAct }: { readonly call: Submission; readonly oneAct: OneAct },
): Promise<SubmissionOutcome> {
  await settle(context, stores, call.formAssignmentId);
  if (await hasUnseenDraft(context, stores, call)) return { kind: "CONFLICT" };
  const stored = await oneAct(call, async () => await storeSubmission(context, stores, call));
  if (typeof stored !== "string") return stored;
  return (await stores.acts.retry(stored)) ?? { kind: "ABSENT" };
}

/** @returns the id of the stored act, or why there is none. */
async function storeSubmission(
  context: PartContext,
  stores: FormStores,
  { formAssignmentId, callId = context.core.ports.random.uuid(), taskId }: Submission,
): Promise<string | SubmissionOutcome> {
  const known = await loadForm(stores, await context.row(), formAssignmentId);
  if (known === null) return { kind: "ABSENT" };
  const { submission } = known;
  if (submission?.actId === callId || submission?.outcome.kind === "OPEN") return submission.actId;
  const state = formState(known);
  if (state === "CONFLICT") return { kind: "CONFLICT" };
  if (state === "SUBMITTED" || state === "CANCELLED") return { kind: "CLOSED" };
  const { content } = known.form;
  const answers = formAnswers(known);
  const { faults } = checkAnswers(content, answers);
  if (faults.length > 0) return { kind: "INCOMPLETE", faults };
  return await stores.acts.store({
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

/**
 * Reads the form first: a submission would replace a draft of another device that the person never saw. Without a
 * connection nothing can be read, and the submission is stored. A repeated submission may have arrived already.
 */
async function hasUnseenDraft(
  context: PartContext,
  stores: FormStores,
  { formAssignmentId, callId }: Submission,
): Promise<boolean> {
  const scope = await context.row();
  const known = await loadForm(stores, scope, formAssignmentId);
  // While a save has no verdict, a newer revision may be this device's own.
  if (known === null || refusalOf(known) !== null || known.saves.some(isUnsent)) return false;
  if (known.submission !== null && known.submission.actId === callId) return false;
  const read = await readAnswer(
    context.session,
    `/api/v1/client/form-assignments/${formAssignmentId}`,
    isOwnForm,
  );
  if (read.kind !== "READ") return false;
  const form = read.data;
  const { revision, status } = form;
  if (revision <= Math.max(known.form.revision, knownRevision(known))) return false;
  const { rows, core } = stores;
  const body = { form, locale: core.app.locale() };
  await core.ports.sql.write([
    await rows.read.store(scope, { id: formAssignmentId, position: 0, revision, body }),
  ]);
  core.changes.emit(scope.scopeId);
  return status === "ASSIGNED" || status === "IN_PROGRESS";
}

type Submission = Parameters<Forms["submit"]>[0];

/** Waits for the verdicts that come at any moment. */
async function settle(
  context: PartContext,
  stores: FormStores,
  formAssignmentId: string,
): Promise<void> {
  const isOver = async () => {
    const known = await loadForm(stores, await context.row(), formAssignmentId);
    return !(known?.saves.some(({ isNext }) => isNext) ?? false);
  };
  if (await isOver()) return;
  const { core, scopeId } = context;
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
}

/** As long as a lane waits for an answer. */
const MOST_WAIT_MS = 8_000;
