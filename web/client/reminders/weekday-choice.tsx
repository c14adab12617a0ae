import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { WEEKDAYS, type Weekday } from "./card-body.ts";

/** The seven weekdays, each a button that is on or off. */
export function WeekdayChoice({ chosen, choose }: WeekdayChoiceProps): ReactNode {
  const { t } = useTexts();
  const toggle = (day: Weekday) =>
    choose(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  return (
    <div className="weekdays" role="group" aria-label={t("reminders.weekdays")}>
      {WEEKDAYS.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={chosen.includes(day)}
          onClick={() => toggle(day)}
        >
          {t(`reminders.weekday.${day}`)}
        </button>
      ))}
    </div>
  );
}

interface WeekdayChoiceProps {
  readonly chosen: readonly Weekday[];
  readonly choose: (chosen: readonly Weekday[]) => void;
}
