import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Icon } from "../../kit/icon.tsx";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, SummaryDay, SummaryTask } from "../client-queries.ts";
import { dateAt } from "../local-dates.ts";
import { type ClientPlan, clientPlansQuery } from "../plans/client-plans-query.ts";
import { LateTag, TaskState } from "../task-state.tsx";
import { settledAt } from "../task-tag.ts";

/**
 * The tasks of a day as the server knows them: their state, when, and what asks for them. The pinned one has its note.
 */
export function DayTable({ place, day, now }: DayTableProps): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  const plans = useQuery(clientPlansQuery(api, place)).data ?? [];
  const pin = day.focusPin;
  if (day.tasks.length === 0) return <p className="in meta">{t("client.nothingPlanned")}</p>;
  return (
    <table className="table day-table">
      <thead>
        <tr>
          <th>{t("client.column.task")}</th>
          <th>{t("client.column.state")}</th>
          <th className="wide">{t("client.column.when")}</th>
          <th className="wide">{t("client.column.from")}</th>
        </tr>
      </thead>
      <tbody>
        {day.tasks.map((task) => (
          <tr key={task.taskId}>
            <td>
              <b>{task.title}</b>
              <br />
              <span className="meta">
                {known("client.kind.", task.taskKind, "client.kind.OTHER")}
              </span>
              {task.taskId === pin?.taskId && <PinNote note={pin.note} />}
            </td>
            <td>
              <TaskState task={task} now={now} />
              {task.explanation && (
                <span className="meta why-line">
                  {known("client.why.", task.explanation.code, "client.why.OTHER")}
                </span>
              )}
            </td>
            <td className="wide meta num">
              <When task={task} day={day} /> <LateTag task={task} />
            </td>
            <td className="wide meta">
              <From task={task} plans={plans} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayTableProps {
  readonly place: ClientPlace;
  readonly day: SummaryDay;
  readonly now: Date;
}

/** That a task is pinned, and what its client reads with it. */
function PinNote({ note }: { readonly note: string | null }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <br />
      <span className="tag">
        <Icon name="pin" />
        {t("client.pinnedTag")}
      </span>{" "}
      {note !== null && (
        <span className="meta">
          <bdi>{note}</bdi>
        </span>
      )}
    </>
  );
}

/** When it was done or skipped; while it is open, when it is due or begins. */
function When({ task, day }: WhenProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const settled = settledAt(task);
  if (settled !== null) return momentOf(texts, day, settled);
  if (task.dueAt !== null) return t("client.due", { time: momentOf(texts, day, task.dueAt) });
  if (task.startsAt === null) return null;
  return t("client.starts", { time: momentOf(texts, day, task.startsAt) });
}

interface WhenProps {
  readonly task: SummaryTask;
  readonly day: SummaryDay;
}

/** The time at the client's place; with its date if it is another one than the day's. */
function momentOf({ formats }: Texts, { localDate, timezone }: SummaryDay, at: string): string {
  const instant = new Date(at);
  const isOnTheDay = dateAt(timezone, instant) === localDate;
  return isOnTheDay ? formats.time(instant, timezone) : formats.moment(instant, timezone);
}

/** The source of a task: a plan in its revision, by its title while the client has it, or a form. */
function From({ task: { source }, plans }: FromProps): ReactNode {
  const { t } = useTexts();
  if (source.type === "FORM_ASSIGNMENT") return t("client.fromForm");
  const plan = plans.find(({ assignmentId }) => assignmentId === source.id);
  const { revision } = source;
  if (plan === undefined) return t("client.fromPlan", { revision });
  return t("client.fromTitle", { title: plan.title, revision });
}

interface FromProps {
  readonly task: SummaryTask;
  readonly plans: readonly ClientPlan[];
}
