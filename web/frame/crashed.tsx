import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { Empty } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";

/**
 * A page whose code failed, or could not be loaded: a new version has replaced its file. Loading it again helps both.
 */
export function Crashed(): ReactNode {
  const { t } = useTexts();
  return (
    <Empty title={t("frame.crashed")}>
      <p>{t("frame.crashedLead")}</p>
      <p>
        <Button kind="go" onPress={() => location.reload()}>
          {t("frame.loadAgain")}
        </Button>
      </p>
    </Empty>
  );
}
