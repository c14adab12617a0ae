import type { OperationState } from "../../device/outbox/types.ts";
import type { Scope } from "../../device/types.ts";
import { PlaneTag } from "../app/plane.tsx";
import { useMoments, useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import type { CardTask } from "../today/read-task.ts";
import { useEnqueue } from "../today/use-enqueue.ts";
import { describeEntry } from "./describe-entry.ts";

/** A refused entry: its action, the server's verdict, and what the person can do. */
export function RefusedEntry({ operation, scope, tasks }: RefusedEntryProps) {
  const texts = useTexts();
  const moments = useMoments();
  const { enqueue, isBusy } = useEnqueue(scope);
  const again = resubmission(operation, tasks);
  const { verdict } = operation;
  return (
    <div className="refused-entry">
      <p className="row-h wrap">
        <PlaneTag plane="REFUSED" />
        <b>{describeEntry(operation, { tasks, texts, moments })}</b>
      </p>
      <p>{verdict?.message ?? texts.refusedWithout}</p>
      <p className="soft">{whatToDo(operation, texts)}</p>
      {(verdict?.judgedOnRevision ?? null) !== null && <p className="hint">{texts.judgedOlder}</p>}
      {again !== null && (
        <div className="buttons">
          <button
            className="btn"
            type="button"
            disabled={isBusy}
            onClick={() => void enqueue(again)}
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

/** The same action on the current task, if the receipt allows it and the task is on today's list. */
function resubmission(operation: OperationState, tasks: readonly CardTask[]) {
  const { payload, verdict, operationType, clientOperationId } = operation;
  const isAllowed = verdict?.allowedResolutions.includes("RESUBMIT") === true;
  const task = tasks.find(({ taskId }) => taskId === payload?.["taskId"]);
  if (!isAllowed || payload === null || task === undefined) return null;
  return {
    operationType,
    payload,
    expectedRevision: task.revision,
    resubmitOf: clientOperationId,
  };
}
