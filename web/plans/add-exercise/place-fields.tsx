import type { ReactNode } from "react";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type DayPlace, type Program, dayAt } from "../words/program-words.ts";
import { DAYS_OF_WEEK } from "./place-exercise.ts";

/** The week and the day of a program. A day says its training, or that it is one of rest. */
export function PlaceFields({ weeks, place, change }: PlaceFieldsProps): ReactNode {
  const { t, formats } = useTexts();
  const nameOf = (day: number) => {
    const training = dayAt(weeks, { ...place, day });
    return training === null
      ? t("plans.addToRest", { day })
      : t("plans.addToDay", { day, title: training.title, count: training.exercises.length });
  };
  return (
    <div className="row-h wrap plan-place">
      <SelectField
        label={t("plans.addToWeek")}
        value={String(place.week)}
        options={weeks.map((_, at) => ({ value: String(at + 1), name: formats.number(at + 1) }))}
        change={(week) => change({ ...place, week: Number(week) })}
      />
      <SelectField
        label={t("plans.addToDayLabel")}
        hint={t("plans.addToHint")}
        value={String(place.day)}
        options={DAYS_OF_WEEK.map((day) => ({ value: String(day), name: nameOf(day) }))}
        change={(day) => change({ ...place, day: Number(day) })}
      />
    </div>
  );
}

interface PlaceFieldsProps {
  readonly weeks: Program["weeks"];
  readonly place: DayPlace;
  readonly change: (place: DayPlace) => void;
}
