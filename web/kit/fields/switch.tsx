import { type ReactNode, useId } from "react";
import { useOfflineReason } from "../hooks/use-offline-reason.ts";

/**
 * A setting that is on or off, and takes effect at once. Its label says what is on. A switch with `isPending` sends its
 * change. Without a connection it is off, as a button is: it stays focusable, and says why beside it.
 */
export function Switch({ label, hint, isOn, change, isPending }: SwitchProps): ReactNode {
  const id = useId();
  const offline = useOfflineReason();
  const isOff = offline !== null && isPending !== undefined;
  const notes = [...(isOff ? [`${id}-off`] : []), ...(hint === undefined ? [] : [`${id}-note`])];
  return (
    <div className="row-h switch-row">
      <div className="grow">
        <span id={id}>{label}</span>
        {hint !== undefined && (
          <div className="meta" id={`${id}-note`}>
            {hint}
          </div>
        )}
        {isOff && (
          <span id={`${id}-off`} hidden>
            {offline}
          </span>
        )}
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-busy={isPending === true}
        {...(notes.length > 0 && { "aria-describedby": notes.join(" ") })}
        {...(isOff && { "aria-disabled": true, "data-off-reason": offline })}
        onClick={() => !isOff && change(!isOn)}
      />
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
  /** Whether its change is under way; undefined for a switch that sends nothing. */
  readonly isPending?: boolean;
}
