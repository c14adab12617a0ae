import { type ReactNode, useEffect } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Says for ten seconds that a part of the page could not be loaded. The page stays, and the part may be asked for again. */
export function NotLoaded({ dismiss }: { readonly dismiss: () => void }): ReactNode {
  const { t } = useTexts();
  useEffect(() => {
    const timer = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [dismiss]);
  return (
    <div className="undo" role="alert">
      <Icon name="warn" />
      <span className="grow">{t("frame.notLoaded")}</span>
      <Button onPress={() => location.reload()}>{t("frame.loadAgain")}</Button>
    </div>
  );
}

const SHOWN_MS = 10_000;
