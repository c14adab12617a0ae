import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** The menu of an entry: up, down, and what else it offers; removing is last. */
export function EntryMenu({ name, move, remove, more = [] }: EntryMenuProps): ReactNode {
  const { t } = useTexts();
  return (
    <Menu
      button={<Button kind="quiet" icon="more" label={t("plans.moreFor", { name })} />}
      items={[
        { id: "up", name: t("plans.moveUp"), run: () => move(-1) },
        { id: "down", name: t("plans.moveDown"), run: () => move(1) },
        ...more,
        ...(remove === null ? [] : [{ id: "remove", name: t("plans.remove"), run: remove }]),
      ]}
    />
  );
}

interface EntryMenuProps {
  readonly name: string;
  readonly move: (by: number) => void;
  /** Null for one that has to stay. */
  readonly remove: (() => void) | null;
  readonly more?: readonly {
    readonly id: string;
    readonly name: string;
    readonly run: () => void;
  }[];
}
