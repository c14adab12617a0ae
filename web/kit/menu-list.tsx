import type { ReactElement, ReactNode } from "react";
import {
  Menu as AriaMenu,
  type ButtonProps,
  MenuItem,
  MenuTrigger,
  Popover,
} from "react-aria-components";

/** A button with its menu, which has the name of its button. */
export function MenuList({ button, items, isOpened }: MenuListProps): ReactNode {
  return (
    <MenuTrigger defaultOpen={isOpened}>
      {button}
      <Popover>
        <AriaMenu className="menu" items={items.map((item) => ({ ...item, key: item.id }))}>
          {({ id, name, run }) => (
            <MenuItem id={id} className="menu-item" onAction={run}>
              {name}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** A button, and the lines of its menu. */
export interface MenuProps {
  readonly button: ReactElement<Pick<ButtonProps, "onPressStart">>;
  readonly items: readonly MenuEntry[];
}

interface MenuListProps extends MenuProps {
  /** Whether the button was pressed before the menu had loaded. */
  readonly isOpened: boolean;
}

/** A line of a menu. */
interface MenuEntry {
  readonly id: string;
  readonly name: string;
  readonly run: () => void;
}
