import { instantOf } from "../lanes/instant.ts";
import { forgetAct } from "../online/outcome-of.ts";
import type { PartContext } from "../parts/part-context.ts";
import { checkAnswers, shownAnswers } from "./check-answers.ts";
import { formAnswers, formState, knownRevision } from "./form-state.ts";
import type { OneAct } from "./in-order-of-each.ts";
import { type FormStores, loadForm, SUBMIT_FORM } from "./load-form.ts";
import type { Forms, SubmissionOutcome } from "./types.ts";
import { UNSEEN_DRAFT } from "./unseen-draft.ts";

/**
 * Submits a form as an online act. A pending draft arrives first. Before each try it reads the form
 * (`submissionCheck`), so it notices a draft of another device before the submission replaces both. Other acts on the
 * form wait only until the submission is stored.
 */
export async function submitForm(
  context: PartContext,
  stores: FormStores,
  { call, oneAct }: { readonly call: Submission; readonly oneAct: OneAct },
): Promise<SubmissionOutcome> {
  await settle(context, stores, call.formAssignmentId);
  const stored = await oneAct(call, async () => await storeSubmission(context, stores, call));
  if (typeof stored !== "string") return stored;
  const outcome = (await stores.acts.retry(stored)) ?? { kind: "ABSENT" };
  if (outcome.kind !== "REFUSED" || outcome.code !== UNSEEN_DRAFT) return outcome;
  await context.core.ports.sql.write([forgetAct(stored)]);
  context.core.changes.emit(context.scopeId);
  return { kind: "CONFLICT" };
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
    incidental: ["clientRecordedAt"],
    seenRevision: Math.max(known.form.revision, knownRevision(known)),
  });
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
