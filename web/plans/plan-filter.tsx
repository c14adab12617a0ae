import type { ReactNode, Ref } from "react";

/** A select field that filters the list of plans; its first option filters nothing. */
export function PlanFilter(props: PlanFilterProps): ReactNode {
  const { label, any, value, choices, choose, field } = props;
  return (
    <label className="row-h">
      <span className="meta">{label}</span>
      <select
        ref={field}
        className="input"
        value={value}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{any}</option>
        {choices.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PlanFilterProps {
  readonly label: string;
  /** The name of the choice that filters nothing. */
  readonly any: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly choose: (id: string) => void;
  /** The field, for the key that goes to the filters. */
  readonly field?: Ref<HTMLSelectElement>;
}
