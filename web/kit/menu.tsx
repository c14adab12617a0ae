import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
} from "react-aria-components";

/** A button that opens a menu. `children` are the button's content. */
export function Menu({ className, items, children }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      <AriaButton className={className}>{children}</AriaButton>
      <Popover placement="top start">
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
  readonly className: string;
  readonly items: readonly MenuEntry[];
  readonly children: ReactNode;
}

/** A line of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly name: string;
  readonly run: () => void;
}
