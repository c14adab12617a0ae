import { type ReactNode, memo } from "react";
import { Face } from "../kit/face/face.tsx";
import { Icon } from "../kit/icon.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { dueText } from "./due-text.ts";
import type { InboxTask } from "./inbox-query.ts";
import { kindText } from "./rows/kind-text.ts";
import { TaskSentence } from "./rows/task-sentence.tsx";

/**
 * A row of the inbox: who, what happened, since when. Answers, notes and reasons are in the preview only. It is drawn
 * again only if something in it changes, not with each key that moves the cursor.
 */
export const TaskRow = memo(({ task, now, refusal, isPicked, pick }: TaskRowProps): ReactNode => {
  const texts = useTexts();
  const { t } = texts;
  const { client, severity } = task;
  const due = dueText(texts, task, now);
  return (
    <>
      <span className="pick" role="gridcell">
        <span
          className={isPicked ? "check on" : "check"}
          role="checkbox"
          tabIndex={-1}
          aria-checked={isPicked}
          aria-label={t("inbox.select", { name: client.displayName })}
          onClick={(event) => {
            event.stopPropagation();
            pick(task);
          }}
        />
      </span>
      <Face name={client.displayName} id={client.userId} />
      <span className="grow" role="gridcell">
        <span className="l1">
          <b className="cut" title={client.displayName}>
            <bdi>{client.displayName}</bdi>
          </b>
          <span className="kind">{kindText(texts, task)}</span>
          {task.occurrenceCount > 1 && <span className="tag">{task.occurrenceCount}</span>}
          {client.status === "ONBOARDING" && <span className="tag">{t("inbox.onboarding")}</span>}
          {client.status === "PAUSED" && <span className="tag">{t("inbox.paused")}</span>}
          {severity === "URGENT" && <span className="vh">{t("inbox.urgentTag")}</span>}
          {task.score.pin > 0 && (
            <span className="t-done">
              <Icon name="pin" />
              <span className="vh">{t("inbox.pinned")}</span>
            </span>
          )}
          {task.unread && (
            <span className="t-done unread">
              <span className="dot" />
              <span className="vh">{t("inbox.unread")}</span>
            </span>
          )}
        </span>
        {refusal === undefined ? (
          <span className="l2 cut">
            <TaskSentence task={task} />
          </span>
        ) : (
          <span className="error">
            <Icon name="warn" />
            {refusal}
          </span>
        )}
      </span>
      <span className="end" role="gridcell">
        <span className="score">{task.score.total}</span>
        {due !== null && <span className={due.isLate ? "t-warn" : undefined}>{due.text}</span>}
      </span>
    </>
  );
});

interface TaskRowProps {
  readonly task: InboxTask;
  readonly now: Date;
  readonly refusal: string | undefined;
  readonly isPicked: boolean;
  readonly pick: (task: InboxTask) => void;
}
