import type { ReactElement, ReactNode } from "react";
import {
  Menu as AriaMenu,
  type ButtonProps,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
} from "react-aria-components";
import { Kbd } from "./kbd.tsx";

/** A button with its menu, which has the name of its button. */
export function MenuList({ button, items, isOpened }: MenuListProps): ReactNode {
  return (
    <MenuTrigger defaultOpen={isOpened}>
      {button}
      <Popover>
        <AriaMenu className="menu" items={items.map((item) => ({ ...item, key: item.id }))}>
          {({ id, name, keys, offReason = null, run }) => (
            <MenuItem
              id={id}
              textValue={name}
              className="menu-item"
              isDisabled={offReason !== null}
              onAction={run}
            >
              <span className="grow">
                <Text slot="label">{name}</Text>
                {offReason !== null && (
                  <Text slot="description" className="meta off-reason">
                    {offReason}
                  </Text>
                )}
              </span>
              {keys !== undefined && (
                <span className="row-h" aria-hidden="true">
                  <Kbd keys={keys} />
                </span>
              )}
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
  /** The key that does the same. */
  readonly keys?: string;
  /** Why it cannot be used now. */
  readonly offReason?: string | null;
  readonly run: () => void;
}
