import { Fragment, type ReactNode } from "react";
import { Button } from "../../../kit/button.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { clockText, secondsOf } from "../../words/plan-facts.ts";
import type { ProgramExercise } from "../../words/program-words.ts";
import { withEntry, withoutEntry } from "../list-edits.ts";
import { KILOGRAMS, NumberCell, type NumberFormat, PLAIN } from "../number-cell.tsx";

/** The sets of an exercise as a table of cells: by repetitions, or by time. */
export function SetCells({ exercise, pointer, change, addSet }: SetCellsProps): ReactNode {
  const { t } = useTexts();
  const { sets, modality } = exercise;
  const isTimed = modality === "SECONDS" || modality === "METRES_SECONDS";
  const columns = isTimed ? BY_TIME : BY_REPS;
  const put = (changed: Sets, mark: string) =>
    change({ ...exercise, sets: changed }, `${pointer}/sets ${mark}`);
  return (
    <div className="sets">
      <span className="meta">{t("plans.set")}</span>
      {columns.map(({ field }) => (
        <span className="meta" key={field}>
          {t(`plans.setField.${field}`)}
        </span>
      ))}
      <span className="meta">{t("plans.setField.load")}</span>
      <span />
      {sets.map((set, at) => (
        <Fragment key={at}>
          <span className="meta num">{at + 1}</span>
          {columns.map(({ field, format }) => (
            <NumberCell
              key={field}
              label={t("plans.setCell", { set: at + 1, field: t(`plans.setField.${field}`) })}
              pointer={`${pointer}/sets/${at}/${field}`}
              value={set[field]}
              format={format}
              change={(value) =>
                put(withEntry(sets, at, { ...set, [field]: value }), `${at}/${field}`)
              }
            />
          ))}
          <input
            className="input cell"
            autoComplete="off"
            maxLength={60}
            aria-label={t("plans.setCell", { set: at + 1, field: t("plans.setField.load") })}
            value={set.load ?? ""}
            onChange={({ target }) =>
              put(withEntry(sets, at, { ...set, load: target.value || null }), `${at}/load`)
            }
          />
          <Button
            kind="quiet"
            icon="x"
            label={t("plans.removeSet", { set: at + 1 })}
            offReason={sets.length === 1 ? t("plans.lastSet") : null}
            onPress={() => put(withoutEntry(sets, at), `remove ${sets.length}`)}
          />
        </Fragment>
      ))}
      <span />
      <span className="plan-add-set">
        <Button kind="quiet" icon="plus" keys="Ctrl Enter" onPress={addSet}>
          {t("plans.addSet")}
        </Button>
      </span>
    </div>
  );
}

interface SetCellsProps {
  readonly exercise: ProgramExercise;
  readonly pointer: string;
  readonly change: (exercise: ProgramExercise, mark: string) => void;
  readonly addSet: () => void;
}

type Sets = ProgramExercise["sets"];
type NumberField = "grams" | "repetitions" | "repetitionsMost" | "seconds";
type Column = { readonly field: NumberField; readonly format: NumberFormat };

const CLOCK: NumberFormat = { read: secondsOf, write: clockText };
const BY_REPS: readonly Column[] = [
  { field: "repetitions", format: PLAIN },
  { field: "repetitionsMost", format: PLAIN },
  { field: "grams", format: KILOGRAMS },
];
const BY_TIME: readonly Column[] = [
  { field: "seconds", format: CLOCK },
  { field: "repetitions", format: PLAIN },
  { field: "grams", format: KILOGRAMS },
];
