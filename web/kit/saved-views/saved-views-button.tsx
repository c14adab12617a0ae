import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../button.tsx";
import { useKeys } from "../keys/use-keys.ts";
import type { SavedList } from "./saved-list.ts";
import { SavedViewsDialog } from "./saved-views-dialog.tsx";

/** Opens the saved views of a list, also by its key; `9` shows the first one. It stands behind the tabs of the list. */
export function SavedViewsButton(props: SavedList): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { views } = props.saved;
  const [first] = views;
  const name = t(views.length === 0 ? "saved.save" : "saved.title");
  useKeys([
    { keys: ["v"], label: t("saved.title"), run: () => setIsOpen(true) },
    {
      keys: ["9"],
      label: first?.name ?? t("saved.title"),
      isOff: first === undefined,
      run: () => first && props.open(first),
    },
  ]);
  return (
    <>
      <Button
        kind="quiet"
        icon={views.length === 0 ? "plus" : "menu"}
        keys="v"
        onPress={() => setIsOpen(true)}
      >
        {name}
      </Button>
      {isOpen && <SavedViewsDialog {...props} close={() => setIsOpen(false)} />}
    </>
  );
}
