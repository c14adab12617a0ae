import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { useMoments, useTexts } from "../../texts/language.tsx";
import type { Values } from "../actions.ts";
import { InputField } from "./input-field.tsx";
import { type ReadInput, readInput } from "./read-inputs.ts";
import type { CardInput } from "../read-task.ts";

/** Asks for one or more values. An invalid value loses nothing that was typed. */
export function InputsForm(props: InputsFormProps) {
  const { inputs, labels, button, isBusy, onFill, onCancel, warning } = props;
  const texts = useTexts();
  const spoken = { texts, moments: useMoments() };
  const id = useId();
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const read = inputs.map((input) => ({
    input,
    ...readInput(input, written[input.key] ?? "", spoken),
  }));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const wrong = read.find(({ fault }) => fault !== null);
    if (wrong !== undefined) {
      document.getElementById(`${id}-${wrong.input.key}`)?.focus();
      return;
    }
    if (!(await onFill(valuesOf(read)))) return;
    setWritten({});
    setIsChecked(false);
  };
  return (
    <form
      className={inputs.length === 1 && onCancel === undefined ? "inputs one" : "inputs"}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {read.map(({ input, fault }) => (
        <InputField
          key={input.key}
          input={input}
          id={`${id}-${input.key}`}
          label={labels?.[input.key] ?? input.key}
          written={written[input.key] ?? ""}
          fault={isChecked ? fault : null}
          onWrite={(text) => setWritten({ ...written, [input.key]: text })}
        />
      ))}
      {warning !== undefined &&
        read.every(({ fault }) => fault === null) &&
        warning(valuesOf(read))}
      <div className="buttons">
        <button className="btn go" type="submit" disabled={isBusy}>
          {button}
        </button>
        {onCancel !== undefined && (
          <button className="btn quiet" type="button" onClick={onCancel}>
            {texts.cancel}
          </button>
        )}
      </div>
    </form>
  );
}

interface InputsFormProps {
  readonly inputs: readonly CardInput[];
  /** Labels of inputs by key; a coach's own key is its own label. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly button: string;
  readonly isBusy: boolean;
  /** Resolves with whether the values are stored. */
  readonly onFill: (values: Values) => Promise<boolean>;
  readonly onCancel?: () => void;
  /** A warning about values that fit their bounds, shown before they are sent. */
  readonly warning?: (values: Values) => ReactNode;
}

function valuesOf(read: readonly (ReadInput & { readonly input: CardInput })[]): Values {
  return Object.fromEntries(
    read.flatMap(({ input, value }) => (value === null ? [] : [[input.key, value]])),
  );
}
