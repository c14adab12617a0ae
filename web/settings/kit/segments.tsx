import { type ReactNode, useId } from "react";

/** A choice among a few that takes effect at once. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  choose,
}: SegmentsProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className="row-h wrap">
      <span className="grow" id={id}>
        {label}
      </span>
      <div className="seg" role="group" aria-labelledby={id}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => choose(option.value)}
          >
            {option.name}
          </button>
        ))}
      </div>
    </div>
  );
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly choose: (value: Value) => void;
}
