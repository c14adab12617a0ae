import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import {
  Menu as AriaMenu,
  type ButtonProps,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
} from "react-aria-components";
import { Kbd } from "./kbd.tsx";
import type { OpenedMenu } from "./later/later-menu.tsx";

/** A button with its menu, which has the name of its button. */
export function MenuList({ button, items, openAt }: MenuProps & OpenedMenu): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [first, setFirst] = useState(openAt);
  // Opens after the button has the focus, to which it returns.
  useEffect(() => {
    if (openAt !== null) setIsOpen(true);
  }, [openAt]);
  return (
    <MenuTrigger
      isOpen={isOpen}
      onOpenChange={(isOpenNow) => {
        setIsOpen(isOpenNow);
        setFirst(null);
      }}
    >
      {button}
      <Popover>
        <AriaMenu
          className="menu"
          items={items.map((item) => ({ ...item, key: item.id }))}
          {...(first !== null && first !== "menu" && { autoFocus: first })}
        >
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
