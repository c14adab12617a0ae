import { type ReactNode, useId } from "react";

/** A setting that is on or off, and takes effect at once. Its label says what is on. */
export function Switch({ label, hint, isOn, change, isOff = false }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <div className="row-h switch-row">
      <div className="grow">
        <span id={id}>{label}</span>
        {hint !== undefined && (
          <div className="meta" id={`${id}-note`}>
            {hint}
          </div>
        )}
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        disabled={isOff}
        {...(hint !== undefined && { "aria-describedby": `${id}-note` })}
        onClick={() => change(!isOn)}
      />
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
  /** Whether it cannot be changed, for example while it is being saved. */
  readonly isOff?: boolean;
}
