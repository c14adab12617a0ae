import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { placeOfZone } from "../../kit/zone-time.tsx";
import type { Relationship, SummaryDay, SummaryTask } from "../client-queries.ts";
import { phoneOrder } from "./phone-order.ts";

/** The day as the client's phone orders it, once it has synced. */
export function PhoneCard({ client, day, now }: PhoneCardProps): ReactNode {
  const { t, formats } = useTexts();
  const tasks = phoneOrder(day.tasks, {
    nowMs: now.getTime(),
    pinnedTaskId: day.focusPin?.taskId ?? null,
  });
  return (
    <section className="phone" aria-label={t("client.phone")}>
      <div className="row-h">
        <h2 className="grow">{formats.localDate(day.localDate)}</h2>
        <span className="meta">
          {t("client.localTime", {
            time: formats.time(now, day.timezone),
            place: placeOfZone(day.timezone),
          })}
        </span>
      </div>
      <p className="meta">{t("client.phoneLead", { name: client.clientDisplayName })}</p>
      {tasks.length === 0 && <p className="meta">{t("client.nothingPlanned")}</p>}
      <ol>
        {tasks.map((task) => (
          <li className="task" key={task.taskId}>
            <span className={`ring ${RINGS[task.status] ?? ""}`} aria-hidden="true" />
            <span className="grow">
              <b>{task.title}</b>
              <br />
              <span className="meta">
                <TaskLine task={task} zone={day.timezone} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface PhoneCardProps {
  readonly client: Relationship;
  readonly day: SummaryDay;
  readonly now: Date;
}

const RINGS: Readonly<Record<string, string>> = { COMPLETED: "done", SKIPPED: "skip" };

function TaskLine({
  task,
  zone,
}: {
  readonly task: SummaryTask;
  readonly zone: string;
}): ReactNode {
  const { t, known, formats } = useTexts();
  const { status, completedAt, dueAt, completionSummary } = task;
  const { itemCount, completedItemCount } = completionSummary;
  if (completedAt !== null) return formats.time(new Date(completedAt), zone);
  const isOpen = status === "PENDING" || status === "IN_PROGRESS";
  if (isOpen && itemCount > 1)
    return t("client.ofItems", { done: completedItemCount, items: itemCount });
  if (isOpen && dueAt !== null)
    return t("client.due", { time: formats.time(new Date(dueAt), zone) });
  return known("client.state.", status, "client.state.OTHER");
}
