import { type ReactNode, useId } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { useOfflineReason } from "./hooks/use-offline-reason.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

/**
 * A button whose words name its result. `go` is the one next step of a view. A button that is off stays focusable and
 * says why in `offReason`: beside it, and as its description. A button with `isPending` sends something, so it is off
 * without a connection.
 */
export function Button({
  kind = "plain",
  icon,
  keys,
  label,
  offReason,
  children,
  onPress,
  description,
  ...rest
}: ButtonProps): ReactNode {
  const noteId = useId();
  const offline = useOfflineReason();
  const isPaused = offline !== null && rest.isPending !== undefined;
  const reason = offReason ?? (isPaused ? offline : null);
  const isOff = reason !== null;
  const note = isOff ? reason : description;
  const name = ["btn", KINDS[kind], children === undefined && "icon"].filter(Boolean).join(" ");
  return (
    <>
      <AriaButton
        {...rest}
        {...(label !== undefined && { "aria-label": label })}
        {...(onPress !== undefined && !isOff && { onPress })}
        // React Aria passes `aria-describedby` on, and drops `aria-description`.
        {...(note !== undefined && { "aria-describedby": noteId })}
        className={name}
        {...(isOff && { "aria-disabled": "true", "data-off-reason": reason })}
        {...(isPaused && { type: "button" })}
      >
        {icon && <Icon name={icon} />}
        {children}
        {keys && (
          <span className="row-h" aria-hidden="true">
            <Kbd keys={keys} />
          </span>
        )}
      </AriaButton>
      {/* Enter in a field of a form must not send it either: a form whose first submit button is disabled is not sent. */}
      {isPaused && rest.type === "submit" && <button type="submit" disabled hidden />}
      {note !== undefined && (
        <span id={noteId} hidden>
          {note}
        </span>
      )}
    </>
  );
}

const KINDS = { plain: "", go: "go", quiet: "quiet", bad: "bad" } as const;

interface ButtonProps extends Omit<AriaButtonProps, "className" | "children" | "style"> {
  readonly kind?: keyof typeof KINDS;
  readonly icon?: IconName;
  /** The key that does the same. */
  readonly keys?: string;
  /** The name of a button that shows only an icon. */
  readonly label?: string;
  /** Said before the button is pressed, for a screen reader. */
  readonly description?: string;
  /** Why the button cannot be used now. */
  readonly offReason?: string | null;
  readonly children?: ReactNode;
}
