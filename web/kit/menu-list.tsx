import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { MenuProps } from "./menu.tsx";

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

interface MenuListProps extends MenuProps {
  /** Whether the button was pressed before the menu had loaded. */
  readonly isOpened: boolean;
}
