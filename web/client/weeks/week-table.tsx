import type { ReactNode } from "react";
import { DayCell } from "../../kit/days/day-cell.tsx";
import { type CountedDay, shapeOfDay, shareDone } from "../../kit/days/day-shape.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { Week } from "./weeks-of.ts";

/** A line for each week: its days as shapes, each a button that shows the day's tasks, and its adherence. */
export function WeekTable({ weeks, chosen, choose }: WeekTableProps): ReactNode {
  const { t, formats } = useTexts();
  return (
    <table className="table cards week-rows">
      <thead>
        <tr>
          <th>{t("client.weekOf")}</th>
          <th>{t("client.mondayToSunday")}</th>
          <th className="right">{t("client.tileDone")}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.from}>
            <td className="meta">{formats.localDate(week.from)}</td>
            <td>
              <span className="strip" role="group" aria-label={t("client.chooseDay")}>
                {week.days.map((day) => (
                  <DayButton
                    key={day.localDate}
                    day={day}
                    isChosen={day.localDate === chosen}
                    choose={choose}
                  />
                ))}
              </span>
            </td>
            <td className="right num">
              <b>{week.percent === null ? "–" : formats.percent(week.percent)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WeekTableProps {
  readonly weeks: readonly Week[];
  readonly chosen: string | null;
  readonly choose: (localDate: string) => void;
}

function DayButton({ day, isChosen, choose }: DayButtonProps): ReactNode {
  const { t, formats } = useTexts();
  const shape = shapeOfDay(day);
  if (shape === "NONE") return <span className="day-button" />;
  const title = t("days.title", {
    date: formats.localDate(day.localDate),
    shape: t(`days.${shape}`),
    done: day.completed,
    tasks: day.tasks,
  });
  return (
    <button
      type="button"
      className="day-button"
      aria-pressed={isChosen}
      aria-label={title}
      title={title}
      onClick={() => choose(day.localDate)}
    >
      <DayCell shape={shape} share={shareDone(day)} size="large" />
    </button>
  );
}

interface DayButtonProps {
  readonly day: CountedDay;
  readonly isChosen: boolean;
  readonly choose: (localDate: string) => void;
}
