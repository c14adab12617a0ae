import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { SummaryDay, SummaryTask } from "../client-queries.ts";
import { LateTag, TaskState } from "../task-state.tsx";
import { settledAt } from "../task-tag.ts";

/** The tasks of the chosen day with their outcome, when it came, and its reason. */
export function ChosenCard({ day, isChosen, now }: ChosenCardProps): ReactNode {
  const { t, formats } = useTexts();
  return (
    <section className="card" aria-live={isChosen ? "polite" : "off"}>
      <header>
        <h2>
          {day === undefined
            ? t("client.thisDay")
            : t("client.thisDayOf", { date: formats.localDate(day.localDate) })}
        </h2>
      </header>
      {day === undefined && <p className="in meta">{t("client.chooseDay")}</p>}
      {day?.tasks.map((task) => (
        <div className="line wrap task-line" key={task.taskId}>
          <span className="grow">
            <b>{task.title}</b>
            <br />
            <span className="meta">
              <Outcome task={task} zone={day.timezone} />
            </span>
          </span>
          <LateTag task={task} />
          <TaskState task={task} now={now} />
        </div>
      ))}
      {day?.tasks.length === 0 && <p className="in meta">{t("client.nothingPlanned")}</p>}
    </section>
  );
}

interface ChosenCardProps {
  /** Undefined if none is chosen, or the client had none on the date. */
  readonly day: SummaryDay | undefined;
  /** Whether the reader chose it: the day that the page begins with is not announced. */
  readonly isChosen: boolean;
  readonly now: Date;
}

function Outcome({ task, zone }: OutcomeProps): ReactNode {
  const { t, known, formats } = useTexts();
  const { taskKind, completionSummary, explanation } = task;
  const { itemCount: items, completedItemCount: done } = completionSummary;
  const at = settledAt(task);
  const parts = [
    known("client.kind.", taskKind, "client.kind.OTHER"),
    items > 1 && t("client.ofItems", { done, items }),
    at !== null && formats.time(new Date(at), zone),
    explanation && known("client.why.", explanation.code, "client.why.OTHER"),
  ];
  return parts.filter(Boolean).join(" · ");
}

interface OutcomeProps {
  readonly task: SummaryTask;
  readonly zone: string;
}
