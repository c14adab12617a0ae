import { type ReactNode, useState } from "react";
import { PLAN_LIMITS } from "../../../../contract/plans/vocabulary.ts";
import type { PlanContent } from "../../../../contract/plans/content-schema.ts";
import { Button } from "../../../kit/button.tsx";
import { useKeys } from "../../../kit/keys/use-keys.ts";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import {
  type DayPlace,
  type Program,
  type ProgramDay,
  dayAt,
  daysWithTitle,
  firstPlace,
  programWords,
} from "../../words/program-words.ts";
import { WeeksGrid } from "../../show/weeks-grid.tsx";
import { useProblem } from "../edit-context.ts";
import { ExerciseDialog } from "./exercise-dialog.tsx";
import { ExerciseEditor } from "./exercise-editor.tsx";
import { withEntry, withMoved, withoutEntry } from "../list-edits.ts";
import {
  type NamedExercise,
  newExercise,
  withCopiedWeek,
  withDay,
  withSameDays,
  withoutWeek,
} from "./program-edits.ts";

/** The weeks of a program by days, and the exercises of the chosen day, to edit. */
export function ProgramEditor({ program, change, place, choose }: Props): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { weeks } = program;
  const shown = place ?? firstPlace(weeks);
  const day = dayAt(weeks, shown);
  const [isAdding, setIsAdding] = useState(false);
  const problem = useProblem("/weeks");
  const put = (changed: Program["weeks"], mark: string) =>
    change({ ...program, weeks: changed }, mark);
  const add = (found: NamedExercise) => {
    setIsAdding(false);
    const exercise = newExercise(found, crypto.randomUUID());
    const training =
      day === null
        ? { dayNumber: shown.day, title: found.name, notes: null, exercises: [exercise] }
        : { ...day, exercises: [...day.exercises, exercise] };
    put(withDay(weeks, shown, training), `add ${exercise.exerciseKey}`);
  };
  useKeys([
    { keys: ["/"], label: t("plans.key.exercise"), isShown: true, run: () => setIsAdding(true) },
  ]);
  const isFull = weeks.length >= PLAN_LIMITS.programWeeks;
  const fullReason = isFull ? t("plans.mostWeeks", { most: PLAN_LIMITS.programWeeks }) : null;
  return (
    <>
      <section className="card">
        <header>
          <h2 className="grow">{t("plans.weeks")}</h2>
          <Button
            kind="quiet"
            icon="plus"
            offReason={fullReason}
            onPress={() => {
              put(withCopiedWeek(weeks, shown.week), `copy ${weeks.length}`);
              choose({ ...shown, week: shown.week + 1 });
            }}
          >
            {t("plans.copyWeek", { week: shown.week })}
          </Button>
          <Button
            kind="quiet"
            offReason={weeks.length === 1 ? t("plans.lastWeek") : null}
            onPress={() => {
              put(withoutWeek(weeks, shown.week), `remove ${weeks.length}`);
              choose({ ...shown, week: Math.max(1, shown.week - 1) });
            }}
          >
            {t("plans.removeWeek", { week: shown.week })}
          </Button>
        </header>
        <div className="in stack" data-pointer="/weeks">
          <p className="plan-words">{programWords(program, texts).join(" ")}</p>
          <WeeksGrid weeks={weeks} place={shown} choose={choose} />
          {problem !== null && <p className="error">{problem}</p>}
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
          {day !== null && daysWithTitle(weeks, day.title) > 1 && (
            <Button kind="quiet" onPress={() => put(withSameDays(weeks, shown), "same days")}>
              {t("plans.toSameDays", { count: daysWithTitle(weeks, day.title), title: day.title })}
            </Button>
          )}
          {day !== null && (
            <Button
              kind="quiet"
              onPress={() => put(withDay(weeks, shown, null), `rest ${shown.week} ${shown.day}`)}
            >
              {t("plans.makeRest")}
            </Button>
          )}
        </header>
        {day !== null && (
          <DayEditor
            day={day}
            pointer={pointerOf(weeks, shown)}
            add={() => setIsAdding(true)}
            change={(changed, mark) => put(withDay(weeks, shown, changed), mark)}
          />
        )}
        {day === null && <p className="in soft">{t("plans.rest")}</p>}
        <p className="in">
          <Button icon="plus" keys="/" onPress={() => setIsAdding(true)}>
            {t("plans.addExercise")}
          </Button>
        </p>
      </section>
      {isAdding && <ExerciseDialog choose={add} close={() => setIsAdding(false)} />}
    </>
  );
}

interface Props {
  readonly program: Program;
  readonly change: (content: PlanContent, mark: string) => void;
  readonly place: DayPlace | null;
  readonly choose: (place: DayPlace) => void;
}

function pointerOf(weeks: Program["weeks"], { week, day }: DayPlace): string {
  const days = weeks[week - 1]?.days ?? [];
  return `/weeks/${week - 1}/days/${days.findIndex(({ dayNumber }) => dayNumber === day)}`;
}

function DayEditor({ day, pointer, add, change }: DayEditorProps): ReactNode {
  const { t } = useTexts();
  const title = useProblem(`${pointer}/title`);
  const { exercises } = day;
  const put = (changed: ProgramDay["exercises"], mark: string) =>
    change({ ...day, exercises: changed }, mark);
  return (
    <>
      <div className="in stack">
        <div data-pointer={`${pointer}/title`}>
          <TextField
            label={t("plans.dayName")}
            value={day.title}
            error={title}
            maxLength={120}
            change={(value) => change({ ...day, title: value }, `${pointer}/title`)}
          />
        </div>
        <TextField
          label={t("plans.dayNotes")}
          rows={2}
          maxLength={1000}
          value={day.notes ?? ""}
          change={(value) => change({ ...day, notes: value || null }, `${pointer}/notes`)}
        />
      </div>
      <ul>
        {exercises.map((exercise, at) => (
          <ExerciseEditor
            key={exercise.exerciseKey}
            exercise={exercise}
            pointer={`${pointer}/exercises/${at}`}
            add={add}
            move={(by) => put(withMoved(exercises, at, by), `move ${exercise.exerciseKey}`)}
            remove={
              exercises.length === 1
                ? null
                : () => put(withoutEntry(exercises, at), `remove ${exercise.exerciseKey}`)
            }
            change={(changed, mark) => put(withEntry(exercises, at, changed), mark)}
          />
        ))}
      </ul>
    </>
  );
}

interface DayEditorProps {
  readonly day: ProgramDay;
  readonly pointer: string;
  readonly add: () => void;
  readonly change: (day: ProgramDay, mark: string) => void;
}
