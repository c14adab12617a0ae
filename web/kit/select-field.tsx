import { type ReactNode, useId } from "react";

/** A choice among a few, with its label above and a hint below: the browser's own list. */
export function SelectField<Value extends string>({
  label,
  hint,
  value,
  options,
  change,
  isOff = false,
}: SelectFieldProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        disabled={isOff}
        {...(hint !== undefined && { "aria-describedby": `${id}-note` })}
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
      {hint !== undefined && (
        <span className="hint" id={`${id}-note`}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly change: (value: Value) => void;
  readonly isOff?: boolean;
}
