import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../button.tsx";
import { useDismissal } from "../hooks/use-dismissal.ts";
import { Icon } from "../icon.tsx";

/** Says that a part of the page could not be loaded. The page stays, and the part may be asked for again. */
export function NotLoaded({ dismiss }: { readonly dismiss: () => void }): ReactNode {
  const { t } = useTexts();
  useDismissal(dismiss);
  return (
    <div className="undo" role="alert">
      <Icon name="warn" />
      <span className="grow">{t("frame.notLoaded")}</span>
      <Button onPress={() => location.reload()}>{t("frame.loadAgain")}</Button>
    </div>
  );
}
