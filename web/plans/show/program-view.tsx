import type { ReactNode } from "react";
import { askedText } from "../../client/workouts/set-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { exerciseFacts } from "../words/exercise-facts.ts";
import {
  type DayPlace,
  type Program,
  type ProgramDay,
  dayAt,
  daysWithTitle,
  firstPlace,
  programWords,
} from "../words/program-words.ts";
import { WeeksGrid } from "./weeks-grid.tsx";

/** A program, to read: its weeks by days, and the exercises of the chosen day. */
export function ProgramView({ program, place, choose, facts }: ProgramViewProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { weeks } = program;
  const shown = place ?? firstPlace(weeks);
  const day = dayAt(weeks, shown);
  return (
    <>
      <section className="card">
        <header>
          <h2>{t("plans.weeks")}</h2>
        </header>
        <div className="in stack">
          <p className="plan-words">{programWords(program, texts).join(" ")}</p>
          <WeeksGrid weeks={weeks} place={shown} choose={choose} />
          {facts.length > 0 && <p className="soft">{facts.join(" · ")}</p>}
        </div>
      </section>
      <section className="card">
        <header>
          <h2 className="grow">
            {t(day === null ? "plans.restTitle" : "plans.dayTitle", {
              ...shown,
              title: day?.title ?? "",
            })}
          </h2>
          {day !== null && (
            <span className="meta">
              {t("plans.sameDays", { count: daysWithTitle(weeks, day.title) })}
            </span>
          )}
        </header>
        {day === null ? <p className="in soft">{t("plans.rest")}</p> : <DayView day={day} />}
      </section>
    </>
  );
}

interface ProgramViewProps {
  readonly program: Program;
  readonly place: DayPlace | null;
  readonly choose: (place: DayPlace) => void;
  readonly facts: readonly string[];
}

function DayView({ day }: { readonly day: ProgramDay }): ReactNode {
  const texts = useTexts();
  return (
    <>
      {day.notes !== null && <p className="in plan-text">{day.notes}</p>}
      <ul>
        {day.exercises.map((exercise) => (
          <li className="line plan-line" key={exercise.exerciseKey}>
            <div className="grow">
              <b>{exercise.name}</b> <span className="num">{askedText(exercise.sets)}</span>
              <p className="meta">{exerciseFacts(exercise, texts).join(" · ")}</p>
              {exercise.notes !== null && <p className="soft plan-text">{exercise.notes}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
