import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Icon, type IconName } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

/**
 * A button whose words name its result. `go` is the one next step of a view. A button that is off stays focusable and
 * says why in `offReason`.
 */
export function Button({
  kind = "plain",
  icon,
  keys,
  label,
  offReason,
  children,
  onPress,
  ...rest
}: ButtonProps): ReactNode {
  const isOff = offReason !== undefined && offReason !== null;
  const name = ["btn", KINDS[kind], children === undefined && "icon"].filter(Boolean).join(" ");
  return (
    <AriaButton
      {...rest}
      {...(label !== undefined && { "aria-label": label })}
      {...(onPress !== undefined && !isOff && { onPress })}
      className={name}
      {...(isOff && { "aria-disabled": "true", "aria-description": offReason })}
    >
      {icon && <Icon name={icon} />}
      {children}
      {keys && (
        <span className="row-h" aria-hidden="true">
          <Kbd keys={keys} />
        </span>
      )}
    </AriaButton>
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
  /** Why the button cannot be used now. */
  readonly offReason?: string | null;
  readonly children?: ReactNode;
}
