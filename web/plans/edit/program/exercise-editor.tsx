import { type ReactNode, useState } from "react";
import {
  SET_MODALITIES,
  SKIP_POLICIES,
} from "../../../../contract/agenda/program-day/vocabulary.ts";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { SelectField } from "../../../kit/fields/select-field.tsx";
import { Switch } from "../../../kit/fields/switch.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { exerciseFacts } from "../../words/exercise-facts.ts";
import { clockText, secondsOf } from "../../words/plan-facts.ts";
import type { ProgramExercise } from "../../words/program-words.ts";
import { useProblem } from "../edit-context.ts";
import { EntryMenu } from "../entry-menu.tsx";
import { Entry } from "../entry.tsx";
import { ExerciseDialog } from "./exercise-dialog.tsx";
import { withoutEntry } from "../list-edits.ts";
import { NumberCell } from "../number-cell.tsx";
import { type NamedExercise, withOneMoreSet } from "./program-edits.ts";
import { SetCells } from "./set-cells.tsx";

/** One exercise of a day: its sets, and behind its menu everything else. */
export function ExerciseEditor(props: ExerciseEditorProps): ReactNode {
  const { exercise, pointer, move, remove, change } = props;
  const texts = useTexts();
  const { t } = texts;
  const [isOpen, setIsOpen] = useState(false);
  const problem = useProblem(`${pointer}/exerciseId`) ?? useProblem(`${pointer}/name`);
  const addSet = () =>
    change(withOneMoreSet(exercise), `${pointer}/sets add ${exercise.sets.length}`);
  return (
    <Entry className="ex plan-ex" move={move} add={addSet}>
      <span className="grip" aria-hidden="true">
        <Icon name="grip" />
      </span>
      <span className="grow" data-pointer={`${pointer}/exerciseId`}>
        <b>{exercise.name}</b>
        <span className="meta plan-block">{exerciseFacts(exercise, texts).join(" · ")}</span>
        {problem !== null && <span className="error">{problem}</span>}
      </span>
      <EntryMenu
        name={exercise.name}
        move={move}
        remove={remove}
        more={[
          {
            id: "settings",
            name: t(isOpen ? "plans.hideSettings" : "plans.showSettings"),
            run: () => setIsOpen(!isOpen),
          },
        ]}
      />
      <SetCells exercise={exercise} pointer={pointer} change={change} addSet={addSet} />
      {isOpen && <Settings {...props} />}
    </Entry>
  );
}

interface ExerciseEditorProps {
  readonly exercise: ProgramExercise;
  readonly pointer: string;
  readonly add: () => void;
  readonly move: (by: number) => void;
  readonly remove: (() => void) | null;
  readonly change: (exercise: ProgramExercise, mark: string) => void;
}

/** Rest, what is logged, notes and alternatives of an exercise. */
function Settings({ exercise, pointer, change }: ExerciseEditorProps): ReactNode {
  const { t } = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  const { alternatives } = exercise;
  const put = (changes: Partial<ProgramExercise>, name: string) =>
    change({ ...exercise, ...changes }, `${pointer}/${name}`);
  const addAlternative = (found: NamedExercise) => {
    setIsAdding(false);
    const alternative = { ...found, alternativeKey: crypto.randomUUID() };
    put({ alternatives: [...alternatives, alternative] }, `alternatives ${alternatives.length}`);
  };
  return (
    <div className="stack plan-ex-more">
      <div className="row-h wrap plan-fields">
        <label className="field">
          <span className="label">{t("plans.rest.label")}</span>
          <NumberCell
            label={t("plans.rest.label")}
            pointer={`${pointer}/restSeconds`}
            value={exercise.restSeconds}
            format={{ read: secondsOf, write: clockText }}
            change={(restSeconds) => put({ restSeconds }, "restSeconds")}
          />
        </label>
        <SelectField
          label={t("plans.modality")}
          value={exercise.modality}
          options={SET_MODALITIES.map((value) => ({ value, name: t(`plans.logs.${value}`) }))}
          change={(modality) => put({ modality }, "modality")}
        />
        <SelectField
          label={t("plans.field.skipPolicy")}
          value={exercise.skipPolicy}
          options={SKIP_POLICIES.map((value) => ({ value, name: t(`plans.skip.${value}`) }))}
          change={(skipPolicy) => put({ skipPolicy }, "skipPolicy")}
        />
      </div>
      <Switch
        label={t("plans.asksRpe")}
        isOn={exercise.asksRpe}
        change={(asksRpe) => put({ asksRpe }, "asksRpe")}
      />
      <Switch
        label={t("plans.asksRir")}
        isOn={exercise.asksRir}
        change={(asksRir) => put({ asksRir }, "asksRir")}
      />
      <TextField
        label={t("plans.notes")}
        rows={2}
        maxLength={500}
        value={exercise.notes ?? ""}
        change={(notes) => put({ notes: notes || null }, "notes")}
      />
      <div className="row-h wrap" role="group" aria-label={t("plans.alternativesLabel")}>
        {alternatives.map(({ alternativeKey, name }, at) => (
          <button
            type="button"
            className="tag plan-tag-button"
            key={alternativeKey}
            aria-label={t("plans.removeAlternative", { name })}
            onClick={() =>
              put({ alternatives: withoutEntry(alternatives, at) }, `alternatives remove ${at}`)
            }
          >
            {name} <Icon name="x" />
          </button>
        ))}
        <Button kind="quiet" icon="plus" onPress={() => setIsAdding(true)}>
          {t("plans.addAlternative")}
        </Button>
      </div>
      {isAdding && <ExerciseDialog choose={addAlternative} close={() => setIsAdding(false)} />}
    </div>
  );
}
