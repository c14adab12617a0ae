import type { ReactNode } from "react";
import { INPUT_LIMITS, INPUT_TYPES } from "../../../../contract/agenda/value-vocabulary.ts";
import { Button } from "../../../kit/button.tsx";
import { SelectField } from "../../../kit/fields/select-field.tsx";
import { Switch } from "../../../kit/fields/switch.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import type { PlanInput } from "../../words/metric-text.ts";
import { useProblem } from "../edit-context.ts";
import { EntryMenu } from "../entry-menu.tsx";
import { Entry } from "../entry.tsx";
import { withEntry, withMoved, withoutEntry } from "../list-edits.ts";
import { NumberCell } from "../number-cell.tsx";
import { inputKey, inputOfType, needsInput, newInput, withSetting } from "./input-edits.ts";

/** The inputs that ticking an item asks for, in the order in which the client gives them. */
export function InputsEditor({ inputs, name, pointer, change }: InputsEditorProps): ReactNode {
  const { t } = useTexts();
  const problem = useProblem(pointer);
  const isFull = inputs.length >= INPUT_LIMITS.inputs;
  const add = () => {
    if (!isFull) change([...inputs, newInput(inputs)], `inputs add ${inputs.length}`);
  };
  return (
    <div className="stack" role="group" aria-label={t("plans.inputsOf", { name })}>
      {inputs.length > 0 && <span className="meta">{t("plans.column.asks")}</span>}
      <ul className="plan-inputs">
        {inputs.map((input, at) => (
          <InputEntry
            key={at}
            input={input}
            pointer={`${pointer}/${at}`}
            add={add}
            move={(by) => change(withMoved(inputs, at, by), `inputs move ${at}`)}
            remove={() => change(withoutEntry(inputs, at), `inputs remove ${inputs.length}`)}
            change={(changed, field) =>
              change(withEntry(inputs, at, changed), `inputs/${at}/${field}`)
            }
          />
        ))}
      </ul>
      {needsInput(inputs) && <p className="hint">{t("plans.inputsHint")}</p>}
      <p data-pointer={pointer}>
        <Button
          kind="quiet"
          icon="plus"
          offReason={isFull ? t("plans.mostInputs", { most: INPUT_LIMITS.inputs }) : null}
          onPress={add}
        >
          {t("plans.addInput")}
        </Button>
        {problem !== null && <span className="error">{problem}</span>}
      </p>
    </div>
  );
}

interface InputsEditorProps {
  readonly inputs: readonly PlanInput[];
  /** The item's name. */
  readonly name: string;
  readonly pointer: string;
  readonly change: (inputs: PlanInput[], field: string) => void;
}

function InputEntry({ input, pointer, add, move, remove, change }: InputEntryProps): ReactNode {
  const { t } = useTexts();
  const key = useProblem(`${pointer}/key`);
  const choices = useProblem(`${pointer}/choices`);
  return (
    <Entry className="plan-input" move={move} add={add}>
      <div className="grow stack">
        <div className="row-h wrap plan-fields">
          <div data-pointer={`${pointer}/key`}>
            <TextField
              label={t("plans.inputName")}
              hint={t("plans.inputNameHint")}
              error={key}
              value={input.key}
              maxLength={INPUT_LIMITS.keyLength}
              change={(typed) => change({ ...input, key: inputKey(typed) }, "key")}
            />
          </div>
          <SelectField
            label={t("plans.metricType")}
            value={input.type}
            options={INPUT_TYPES.map((value) => ({ value, name: t(`plans.input.${value}`) }))}
            change={(type) => change(inputOfType(input, type), "type")}
          />
        </div>
        {input.type === "number" && (
          <NumberSettings input={input} pointer={pointer} change={change} />
        )}
        {input.choices !== undefined && (
          <div data-pointer={`${pointer}/choices`}>
            <TextField
              label={t("plans.choices")}
              hint={t("plans.choicesHint")}
              error={choices}
              rows={3}
              value={input.choices.join("\n")}
              change={(text) => change({ ...input, choices: text.split("\n") }, "choices")}
            />
          </div>
        )}
        <Switch
          label={t("plans.inputRequired")}
          isOn={input.required}
          change={(required) => change({ ...input, required }, "required")}
        />
      </div>
      <EntryMenu name={input.key} move={move} remove={remove} />
    </Entry>
  );
}

function NumberSettings({ input, pointer, change }: NumberSettingsProps): ReactNode {
  const { t } = useTexts();
  const unit = useProblem(`${pointer}/unit`);
  return (
    <div className="row-h wrap plan-fields">
      <div data-pointer={`${pointer}/unit`}>
        <TextField
          label={t("plans.unit")}
          error={unit}
          value={input.unit ?? ""}
          maxLength={20}
          change={(typed) => change(withSetting(input, "unit", typed || null), "unit")}
        />
      </div>
      {(["min", "max"] as const).map((bound) => (
        <label className="field" key={bound}>
          <span className="label">{t(`plans.metric.${bound}`)}</span>
          <NumberCell
            label={t(`plans.metric.${bound}`)}
            pointer={`${pointer}/${bound}`}
            value={input[bound] ?? null}
            change={(value) => change(withSetting(input, bound, value), bound)}
          />
        </label>
      ))}
    </div>
  );
}

interface NumberSettingsProps {
  readonly input: PlanInput;
  readonly pointer: string;
  readonly change: (input: PlanInput, field: string) => void;
}

interface InputEntryProps extends NumberSettingsProps {
  readonly add: () => void;
  readonly move: (by: number) => void;
  readonly remove: () => void;
}
