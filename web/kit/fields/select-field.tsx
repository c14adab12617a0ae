import { type ReactNode, useId } from "react";

/**
 * A choice among a few, with its label above and a hint below, or the sentence of its refusal: the browser's own list.
 */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  change,
  isOff = false,
}: SelectFieldProps<Value>): ReactNode {
  const id = useId();
  const isWrong = error !== undefined && error !== null;
  const note = isWrong ? error : hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={isWrong ? "input wrong" : "input"}
        value={value}
        disabled={isOff}
        aria-invalid={isWrong}
        {...(note !== undefined && { "aria-describedby": `${id}-note` })}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen !== undefined) change(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      {note !== undefined && (
        <span className={isWrong ? "error" : "hint"} id={`${id}-note`}>
          {note}
        </span>
      )}
    </div>
  );
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly hint?: string;
  /** Why the choice is refused. */
  readonly error?: string | null;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly change: (value: Value) => void;
  readonly isOff?: boolean;
}
