import { useId } from "react";

/** One of a few options. */
export function Choice({ name, chosen, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <select
        id={id}
        className="input"
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}
