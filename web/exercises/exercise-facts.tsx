import type { ReactNode } from "react";
import type { TaxonomyType } from "../../contract/exercises/vocabulary.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { Exercise } from "./exercise-query.ts";
import { taxonomyName } from "./taxonomy-name.ts";

/** The facts of an exercise: muscles, equipment, type, difficulty, and whose it is. Absent ones are left out. */
export function ExerciseFacts({ exercise }: { readonly exercise: Exercise }): ReactNode {
  const { t, language } = useTexts();
  const { muscleGroups, secondaryMuscleGroups, difficulty } = exercise;
  const names = (type: TaxonomyType, keys: readonly string[]) =>
    keys.map((key) => taxonomyName(type, key, language)).join(", ");
  const first = names("muscle_group", muscleGroups);
  const others = names("muscle_group", secondaryMuscleGroups);
  const facts = [
    [
      t("exercises.fact.muscles"),
      others === "" ? first : t("exercises.muscles", { first, others }),
    ],
    [t("exercises.fact.equipment"), names("equipment", exercise.equipment)],
    [t("exercises.fact.type"), names("exercise_type", exercise.exerciseTypes)],
    [
      t("exercises.fact.difficulty"),
      difficulty === null ? "" : taxonomyName("difficulty", difficulty, language),
    ],
    [
      t("exercises.fact.source"),
      t(exercise.source === "workspace" ? "exercises.own" : "exercises.provider"),
    ],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div className="fact" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
