import type { ReactNode } from "react";
import { DayCell } from "../../kit/days/day-cell.tsx";
import { type CountedDay, shapeOfDay, shareDone } from "../../kit/days/day-shape.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** A day of a week as its shape: a button that shows its tasks. A date without a day is only drawn. */
export function DayButton({ day, isChosen, isTabStop, focus, choose }: DayButtonProps): ReactNode {
  const { t, formats } = useTexts();
  const { localDate, completed, tasks } = day;
  const shape = shapeOfDay(day);
  const cell = <DayCell shape={shape} share={shareDone(day)} size="large" />;
  if (shape === "NONE" || shape === "TO_COME") return <span className="day-button">{cell}</span>;
  const title = t("days.title", {
    date: formats.localDate(localDate),
    shape: t(`days.${shape}`),
    done: completed,
    tasks,
  });
  return (
    <button
      type="button"
      className="day-button"
      data-date={localDate}
      aria-pressed={isChosen}
      aria-label={title}
      title={title}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => focus(localDate)}
      onClick={() => choose(localDate)}
    >
      {cell}
    </button>
  );
}

interface DayButtonProps {
  readonly day: CountedDay;
  readonly isChosen: boolean;
  /** Whether Tab reaches it; the arrows reach each. */
  readonly isTabStop: boolean;
  readonly focus: (localDate: string) => void;
  readonly choose: (localDate: string) => void;
}
