import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from "react-aria-components";

/** A button that opens a menu; the menu has the name of its button. */
export function Menu({ button, items }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
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

interface MenuProps {
  readonly button: ReactNode;
  readonly items: readonly MenuEntry[];
}

/** A line of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly name: string;
  readonly run: () => void;
}
