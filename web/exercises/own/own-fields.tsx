import type { ReactNode } from "react";
import { TAXONOMY_SEED } from "../../../contract/exercises/taxonomy-seed.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { KeyChoice } from "./key-choice.tsx";
import type { DraftFault, DraftFaults, OwnDraft } from "./own-draft.ts";

/** The fields of an exercise of the workspace. */
export function OwnFields({ draft, faults, change }: OwnFieldsProps): ReactNode {
  const { t, language } = useTexts();
  const set =
    <Field extends keyof OwnDraft>(field: Field) =>
    (value: OwnDraft[Field]) =>
      change({ ...draft, [field]: value });
  const errorOf = (fault: DraftFault | null) =>
    fault === null ? null : t(`exercises.fault.${fault}`);
  return (
    <>
      <TextField
        label={t("exercises.field.name")}
        value={draft.name}
        change={set("name")}
        error={errorOf(faults.name)}
        autoComplete="off"
        autoFocus
        required
      />
      <TextField
        label={t("exercises.field.description")}
        value={draft.description}
        change={set("description")}
        error={errorOf(faults.description)}
        rows={2}
      />
      <TextField
        label={t("exercises.how")}
        hint={t("exercises.field.lines")}
        value={draft.instructions}
        change={set("instructions")}
        error={errorOf(faults.instructions)}
        rows={5}
      />
      <TextField
        label={t("exercises.mind")}
        hint={t("exercises.field.lines")}
        value={draft.importantPoints}
        change={set("importantPoints")}
        error={errorOf(faults.importantPoints)}
        rows={3}
      />
      <KeyChoice
        label={t("exercises.fact.muscles")}
        type="muscle_group"
        chosen={draft.muscleGroups}
        change={set("muscleGroups")}
      />
      <KeyChoice
        label={t("exercises.field.secondary")}
        type="muscle_group"
        chosen={draft.secondaryMuscleGroups}
        change={set("secondaryMuscleGroups")}
      />
      <KeyChoice
        label={t("exercises.fact.equipment")}
        type="equipment"
        chosen={draft.equipment}
        change={set("equipment")}
      />
      <KeyChoice
        label={t("exercises.fact.type")}
        type="exercise_type"
        chosen={draft.exerciseTypes}
        change={set("exerciseTypes")}
      />
      <SelectField
        label={t("exercises.fact.difficulty")}
        value={draft.difficulty}
        options={[
          { value: "", name: t("exercises.field.noDifficulty") },
          ...TAXONOMY_SEED.difficulty.map((node) => ({ value: node.key, name: node[language] })),
        ]}
        change={set("difficulty")}
      />
    </>
  );
}

interface OwnFieldsProps {
  readonly draft: OwnDraft;
  readonly faults: DraftFaults;
  readonly change: (draft: OwnDraft) => void;
}
