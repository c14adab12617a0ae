import { Fragment, type ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type DayPlace, type Program, dayLetters } from "../words/program-words.ts";

/** The weeks of a program by days, each training with a letter. A day opens at a click; arrows walk the grid. */
export function WeeksGrid({ weeks, place, choose }: WeeksGridProps): ReactNode {
  const { t } = useTexts();
  const letters = dayLetters(weeks);
  const walk = (key: string): DayPlace | null => {
    const step = STEPS[key];
    if (step === undefined) return null;
    const [down, right] = step;
    return {
      week: Math.min(weeks.length, Math.max(1, place.week + down)),
      day: Math.min(DAYS.length, Math.max(1, place.day + right)),
    };
  };
  return (
    <div
      className="weeks"
      role="group"
      aria-label={t("plans.weeksByDays")}
      onKeyDown={(event) => {
        const next = event.altKey ? null : walk(event.key);
        if (next === null) return;
        event.preventDefault();
        choose(next);
        event.currentTarget
          .querySelector<HTMLElement>(`[data-place="${next.week}-${next.day}"]`)
          ?.focus();
      }}
    >
      <span />
      {DAYS.map((day) => (
        <small key={day} title={t("plans.dayNumber", { day })}>
          {day}
        </small>
      ))}
      {weeks.map(({ days }, index) => {
        const week = index + 1;
        return (
          <Fragment key={week}>
            <small className="num">{t("plans.weekShort", { week })}</small>
            {DAYS.map((day) => {
              const training = days.find(({ dayNumber }) => dayNumber === day);
              const isOpen = place.week === week && place.day === day;
              return (
                <button
                  type="button"
                  key={day}
                  data-place={`${week}-${day}`}
                  className={training ? "on" : ""}
                  tabIndex={isOpen ? 0 : -1}
                  aria-current={isOpen ? "true" : undefined}
                  aria-label={t(training ? "plans.dayTitle" : "plans.restTitle", {
                    week,
                    day,
                    title: training?.title ?? "",
                  })}
                  onClick={() => choose({ week, day })}
                >
                  {training && letters.get(training.title)}
                </button>
              );
            })}
          </Fragment>
        );
      })}
    </div>
  );
}

interface WeeksGridProps {
  readonly weeks: Program["weeks"];
  readonly place: DayPlace;
  readonly choose: (place: DayPlace) => void;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};
