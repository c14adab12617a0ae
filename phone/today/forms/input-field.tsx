import { useTexts, useMoments } from "../../texts/language.tsx";
import type { CardInput } from "../read-task.ts";
import { boundsOf } from "./read-inputs.ts";

/** One input with its unit, its bounds and its error. */
export function InputField({ input, id, label, written, fault, onWrite }: InputFieldProps) {
  const texts = useTexts();
  const bounds = boundsOf(input, useMoments());
  const described = fault === null ? `${id}-hint` : `${id}-fault`;
  const hint = [
    ...(bounds === null ? [] : [texts.valueBounds(...bounds)]),
    ...(input.required ? [] : [texts.optional]),
  ].join(", ");
  const control = {
    id,
    value: written,
    className: fault === null ? "input" : "input wrong",
    "aria-invalid": fault !== null,
    "aria-describedby": described,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {input.unit !== null && <span className="soft"> ({input.unit})</span>}
      </label>
      {input.type === "number" || input.type === "text" ? (
        <input
          {...control}
          autoComplete="off"
          inputMode={input.type === "number" ? "decimal" : "text"}
          onChange={({ target }) => onWrite(target.value)}
        />
      ) : (
        <select {...control} onChange={({ target }) => onWrite(target.value)}>
          <option value="">{texts.chooseOne}</option>
          {optionsOf(input, texts).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
      {fault !== null && (
        <p className="error" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {fault === null && hint !== "" && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface InputFieldProps {
  readonly input: CardInput;
  readonly id: string;
  readonly label: string;
  readonly written: string;
  readonly fault: string | null;
  readonly onWrite: (text: string) => void;
}

function optionsOf(input: CardInput, { yes, no }: { readonly yes: string; readonly no: string }) {
  if (input.type === "choice") return input.choices.map((choice) => [choice, choice] as const);
  return [["yes", yes] as const, ["no", no] as const];
}
