import type { ReactNode } from "react";
import { Icon } from "../kit/icon.tsx";
import { type Texts, useTexts } from "../texts/use-texts.ts";
import type { SummaryTask } from "./client-queries.ts";
import { type TaskTag, taskTag } from "./task-tag.ts";

/** The state of a task as a word: open, overdue, in part, done, skipped with its reason, missed. */
export function TaskState({ task, now }: TaskStateProps): ReactNode {
  const tag = taskTag(task, now);
  return (
    <span className={`tag state ${tag.tone}`}>
      {tag.tone === "done" && <Icon name="check" />}
      {tag.tone === "warn" && <Icon name="warn" />}
      <span>{wordsOf(tag, useTexts())}</span>
    </span>
  );
}

interface TaskStateProps {
  readonly task: SummaryTask;
  readonly now: Date;
}

/** That the state of a task arrived after its day had closed. */
export function LateTag({ task }: { readonly task: SummaryTask }): ReactNode {
  const { t } = useTexts();
  return task.cameLate ? <span className="tag late">{t("client.cameLate")}</span> : null;
}

function wordsOf(tag: TaskTag, { t, known, formats }: Texts): string {
  const items = tag.items === null ? [] : [t("client.ofItems", { ...tag.items })];
  switch (tag.kind) {
    case "PART":
      return items.join("");
    case "OVERDUE":
      return [t("client.overdueFor", { span: formats.span(tag.lateMs) }), ...items].join(", ");
    case "STATE": {
      const word = known("client.state.", tag.status, "client.state.OTHER");
      const reason =
        tag.reason === null ? "" : `: ${known("client.skip.", tag.reason, "client.skip.OTHER")}`;
      return [`${word}${reason}`, ...items].join(", ");
    }
  }
}
