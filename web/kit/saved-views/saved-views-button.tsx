import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../button.tsx";
import { useLater } from "../hooks/use-later.ts";
import { useKeys } from "../keys/use-keys.ts";
import { laterDialog } from "../later/later-dialog.tsx";
import type { SavedList } from "./saved-list.ts";

const saving = laterDialog(async () => (await import("./saved-views-dialog.tsx")).SavedViewsDialog);

/** Opens the saved views of a list, also by its key; `0` shows the first one. It stands behind the tabs of the list. */
export function SavedViewsButton(props: SavedList): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  useLater(saving.load);
  const { views } = props.saved;
  const [first] = views;
  const name = t(views.length === 0 ? "saved.save" : "saved.title");
  useKeys([
    { keys: ["v"], label: t("saved.title"), run: () => setIsOpen(true) },
    {
      keys: ["0"],
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
      {isOpen && <saving.Dialog {...props} close={() => setIsOpen(false)} />}
    </>
  );
}
