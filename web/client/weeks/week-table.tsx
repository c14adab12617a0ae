import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { shapeOfDay } from "../../kit/days/day-shape.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { dateByKey } from "./chosen-day.ts";
import { DayButton } from "./day-button.tsx";
import { WeekNotes } from "./week-notes.tsx";
import type { Week } from "./weeks-of.ts";

/**
 * A line for each week: its days as shapes, each a button that shows the day's tasks, what went wrong, and its
 * adherence. Tab reaches one day, the arrows the others.
 */
export function WeekTable({ weeks, chosen, choose }: WeekTableProps): ReactNode {
  const { t, formats } = useTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const dates = weeks.flatMap(({ days }) =>
    days.filter((day) => hasDay(shapeOfDay(day))).map(({ localDate }) => localDate),
  );
  const tabStop = [focused, chosen, dates[0]].find((date) => date && dates.includes(date));
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset["date"] : undefined;
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const date = dateByKey(dates, from, event.key);
    if (date === null) return;
    event.preventDefault();
    body.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
  };
  return (
    <table className="table cards week-rows">
      <thead>
        <tr>
          <th>{t("client.weekOf")}</th>
          <th>
            <Weekdays />
          </th>
          <th>{t("client.notes")}</th>
          <th className="right">{t("client.tileDone")}</th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={move}>
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
                    isTabStop={day.localDate === tabStop}
                    focus={setFocused}
                    choose={choose}
                  />
                ))}
              </span>
            </td>
            <td className="soft why">
              <WeekNotes note={week.note} />
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

const hasDay = (shape: string): boolean => shape !== "NONE" && shape !== "TO_COME";

/** The first letters of the weekdays, each above its column; said as one phrase. */
function Weekdays(): ReactNode {
  const { t, formats } = useTexts();
  return (
    <>
      <span className="strip" aria-hidden="true">
        {A_WEEK.map((date) => (
          <span key={date} className="day-button">
            {formats.localDate(date).slice(0, 1)}
          </span>
        ))}
      </span>
      <span className="vh">{t("client.mondayToSunday")}</span>
    </>
  );
}

/** A Monday and the six days after it. */
const A_WEEK = Array.from({ length: 7 }, (_, day) => `2024-01-0${day + 1}`);
