import { type ReactNode, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, SummaryDay, SummaryTask } from "../client-queries.ts";
import { TaskState } from "../task-state.tsx";
import { PinDialog } from "./pin-dialog.tsx";

/**
 * The tasks of a day as the server knows them, the pinned one with its note. An open task of an open day can be pinned.
 */
export function DayTable({ place, day, isRunning }: DayTableProps): ReactNode {
  const { t, known, formats } = useTexts();
  const [asked, setAsked] = useState<SummaryTask | null>(null);
  const time = (instant: string | null) =>
    instant === null ? "" : formats.time(new Date(instant), day.timezone);
  const pin = day.focusPin;
  const mayPin = isRunning && day.closedAt === null;
  if (day.tasks.length === 0) return <p className="in meta">{t("client.nothingPlanned")}</p>;
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <th>{t("client.column.task")}</th>
            <th>{t("client.column.state")}</th>
            <th className="wide">{t("client.column.when")}</th>
            <th>
              <span className="vh">{t("client.column.acts")}</span>
            </th>
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
                <TaskState task={task} />
                {task.explanation && (
                  <span className="meta">
                    {known("client.why.", task.explanation.code, "client.why.OTHER")}
                  </span>
                )}
              </td>
              <td className="wide meta num">
                {task.completedAt === null && task.dueAt !== null
                  ? t("client.due", { time: time(task.dueAt) })
                  : time(task.completedAt ?? task.startsAt)}
              </td>
              <td className="right">
                {mayPin && OPEN.has(task.status) && (
                  <Button
                    kind="quiet"
                    icon="pin"
                    label={t(task.taskId === pin?.taskId ? "client.pinned" : "client.pin", {
                      title: task.title,
                    })}
                    onPress={() => setAsked(task)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <PinDialog
          place={place}
          localDate={day.localDate}
          task={asked}
          pin={pin}
          close={() => setAsked(null)}
        />
      )}
    </>
  );
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

interface DayTableProps {
  readonly place: ClientPlace;
  readonly day: SummaryDay;
  /** False once the relationship has ended. */
  readonly isRunning: boolean;
}

const OPEN: ReadonlySet<string> = new Set(["PENDING", "IN_PROGRESS"]);
