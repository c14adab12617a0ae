import { useId } from "react";

/** A switch with its name and its effect. */
export function Switch({ name, why, isOn, onTurn }: SwitchProps) {
  const id = useId();
  return (
    <button
      className="switch-row"
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={id}
      aria-label={name}
      onClick={() => onTurn(!isOn)}
    >
      <span className="grow">
        <b>{name}</b>
        <span className="hint" id={id}>
          {why}
        </span>
      </span>
      <span className="switch" />
    </button>
  );
}

interface SwitchProps {
  readonly name: string;
  readonly why: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
}
