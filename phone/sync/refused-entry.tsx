import type { OperationState } from "../../device/outbox/types.ts";
import type { Scope } from "../../device/types.ts";
import { PlaneTag } from "../app/plane.tsx";
import { useMoments, useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import type { CardTask } from "../today/read-task.ts";
import { describeEntry } from "./describe-entry.ts";
import { useCentre } from "./use-centre.ts";

/** A refused entry: its action, the server's verdict, and what the person can do. */
export function RefusedEntry({ operation, scope, tasks }: RefusedEntryProps) {
  const texts = useTexts();
  const moments = useMoments();
  const centre = useCentre(scope);
  const { verdict, clientOperationId } = operation;
  return (
    <div className="refused-entry">
      <p className="row-h wrap">
        <PlaneTag plane="REFUSED" />
        <b>{describeEntry(operation, { tasks, texts, moments })}</b>
      </p>
      <p>{verdict?.message ?? texts.refusedWithout}</p>
      <p className="soft">{whatToDo(operation, texts)}</p>
      {(verdict?.judgedOnRevision ?? null) !== null && <p className="hint">{texts.judgedOlder}</p>}
      {canSendAgain(operation, tasks) && (
        <div className="buttons">
          <button
            className="btn"
            type="button"
            disabled={centre.isBusy}
            onClick={() => void centre.resubmit({ clientOperationId })}
          >
            {texts.resend}
          </button>
        </div>
      )}
    </div>
  );
}

interface RefusedEntryProps {
  readonly operation: OperationState;
  readonly scope: Scope;
  readonly tasks: readonly CardTask[];
}

/** The next step for the receipt's category; an unknown category gets the general one. */
function whatToDo({ verdict }: OperationState, texts: Texts): string {
  const steps: Readonly<Record<string, string>> = texts.whatToDo;
  return steps[verdict?.category ?? ""] ?? texts.whatToDoOtherwise;
}

/** Whether the receipt allows the same action on the current task, and the task is on today's list. */
function canSendAgain({ payload, verdict }: OperationState, tasks: readonly CardTask[]): boolean {
  const isAllowed = verdict?.allowedResolutions.includes("RESUBMIT") === true;
  return isAllowed && tasks.some(({ taskId }) => taskId === payload?.["taskId"]);
}
