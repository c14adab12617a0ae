import { useEffect, useState } from "react";
import type { Onboarding, StoredOnboardingAct } from "../../device/account/types.ts";
import type { FormState, FormSummary } from "../../device/forms/types.ts";
import { useScopeRead } from "../../device/react/use-scope-read.ts";
import type { Scope } from "../../device/types.ts";
import type { OnboardingTask } from "../../device/wire/account-types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { PlaneTag } from "../app/plane.tsx";
import type { Page } from "../page.ts";
import { whileWriting } from "../updates/writing.ts";
import { useOnboardingTexts } from "./texts.ts";
import { CLOSED, hasOpenSteps } from "./use-onboarding.ts";
import { waitWords } from "./wait-words.ts";

/** The steps of the onboarding, and what of them waits to be sent or was refused. */
export function OnboardingCard({ page, scope, onboarding }: OnboardingCardProps) {
  const texts = useOnboardingTexts();
  const { tasks, acts, formAssignmentId } = onboarding;
  const forms = useScopeRead(scope, readForms).value ?? [];
  const questionnaire = forms.find((one) => one.assignment.formAssignmentId === formAssignmentId);
  const isSubmitting = questionnaire?.state === "SUBMITTING";
  useCompletion(page, onboarding, questionnaire);
  if (!hasOpenSteps(onboarding) && acts.length === 0 && !isSubmitting) return null;
  return (
    <section className="card">
      <header>
        <h2>{texts.title}</h2>
      </header>
      <ul>
        {tasks.map((task) => (
          <TaskLine
            key={task.taskId}
            page={page}
            task={task}
            formAssignmentId={formAssignmentId}
            formState={questionnaire?.state ?? null}
          />
        ))}
        {isSubmitting && (
          <li className="line">
            <b>{texts.submission}</b>
            <PlaneTag plane="WAITING" />
            <span className="soft">{texts.waits.OFFLINE}</span>
          </li>
        )}
        {acts.map((act) => (
          <ActLine key={act.actId} page={page} act={act} />
        ))}
      </ul>
    </section>
  );
}

interface OnboardingCardProps {
  readonly page: Page;
  readonly scope: Scope;
  readonly onboarding: Onboarding;
}

/** Completes the questionnaire once its answers have arrived. The server also does so by itself, some time later. */
function useCompletion({ device }: Page, { tasks, acts }: Onboarding, form?: FormSummary): void {
  const task = tasks.find(({ taskType }) => taskType === "QUESTIONNAIRE");
  const isLeft = task !== undefined && !CLOSED.includes(task.status);
  const isTried = acts.some(({ step }) => step === "COMPLETE");
  const taskId = isLeft && !isTried ? task.taskId : null;
  const formSubmissionId = form?.assignment.submissionId ?? null;
  useEffect(() => {
    if (taskId === null || formSubmissionId === null) return;
    void (async () => {
      await (await device.part("account")).complete({ taskId, formSubmissionId });
    })().catch(() => null);
  }, [device, taskId, formSubmissionId]);
}

async function readForms(scope: Scope): Promise<readonly FormSummary[]> {
  return await (await scope.part("forms")).list();
}

function TaskLine({ page, task, formAssignmentId, formState }: TaskLineProps) {
  const texts = useOnboardingTexts();
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const { taskId, taskType, status } = task;
  const names: Readonly<Record<string, string>> = texts.tasks;
  const statuses: Readonly<Record<string, string>> = texts.status;
  const canAct =
    taskType === "QUESTIONNAIRE" &&
    formAssignmentId !== null &&
    !CLOSED.includes(status) &&
    formState !== "SUBMITTED";
  const open = () => {
    // The answers can be written before the server knows that the form was opened.
    void (async () => await (await page.device.part("account")).open({ taskId }))().catch(
      () => null,
    );
    location.hash = `#form/${formAssignmentId ?? ""}`;
  };
  const skip = async () => {
    setIsBusy(true);
    const outcome = await whileWriting(
      async () => await (await page.device.part("account")).skip({ taskId }),
    ).catch(() => null);
    setIsBusy(false);
    if (outcome === null) announce(texts.notStored, "fault");
    else if (outcome.kind === "DONE") announce(texts.skipped);
  };
  return (
    <li className="line">
      <b>{names[taskType] ?? texts.otherTask}</b>
      <span className="tag">{statuses[status] ?? ""}</span>
      {status === "SKIPPED_FOR_NOW" && <span className="soft">{texts.skippedWhy}</span>}
      {canAct && formState !== "SUBMITTING" && (
        <div className="buttons">
          <button className="btn go" type="button" onClick={open}>
            {status === "READY" ? texts.open : texts.resume}
          </button>
          {status !== "SKIPPED_FOR_NOW" && (
            <button className="btn" type="button" disabled={isBusy} onClick={() => void skip()}>
              {texts.skip}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

interface TaskLineProps {
  readonly page: Page;
  readonly task: OnboardingTask;
  /** The form of the questionnaire; null if none is assigned. */
  readonly formAssignmentId: string | null;
  /** Where the form is on this device; null if it is not there. */
  readonly formState: FormState | null;
}

function ActLine({ page, act }: { readonly page: Page; readonly act: StoredOnboardingAct }) {
  const texts = useOnboardingTexts();
  const { step, outcome, actId } = act;
  if (outcome.kind === "DONE") return null;
  const isRefused = outcome.kind === "REFUSED";
  const dismiss = async () => await (await page.device.part("account")).dismiss({ actId });
  return (
    <li className={isRefused ? "line attention" : "line"}>
      <b>{texts.steps[step]}</b>
      <PlaneTag plane={isRefused ? "REFUSED" : "WAITING"} />
      <span className="soft">{isRefused ? texts.refusedWhy[step] : waitWords(outcome, texts)}</span>
      {isRefused && (
        <div className="buttons">
          <button className="btn" type="button" onClick={() => void dismiss().catch(() => null)}>
            {texts.dismiss}
          </button>
        </div>
      )}
    </li>
  );
}
