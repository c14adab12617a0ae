import { type ReactNode, useId } from "react";
import { useOfflineReason } from "../hooks/use-offline-reason.ts";

/**
 * A setting that is on or off, and takes effect at once. Its label says what is on. A switch with `isPending` sends its
 * change, so it is off without a connection, and says so in place of its hint. It stays focusable.
 */
export function Switch({ label, hint, isOn, change, isPending }: SwitchProps): ReactNode {
  const id = useId();
  const offline = useOfflineReason();
  const isOff = offline !== null && isPending !== undefined;
  const note = isOff ? offline : hint;
  return (
    <div className="row-h switch-row">
      <div className="grow">
        <span id={id}>{label}</span>
        {note !== undefined && (
          <div className="meta" id={`${id}-note`}>
            {note}
          </div>
        )}
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-busy={isPending === true}
        {...(isOff && { "aria-disabled": true, "data-off-reason": offline })}
        {...(note !== undefined && { "aria-describedby": `${id}-note` })}
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
