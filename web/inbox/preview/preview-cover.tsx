import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Empty } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** Stands in the place of what a task says, until the coach asks for it: others may see the screen. */
export function PreviewCover({ open }: { readonly open: () => void }): ReactNode {
  const { t } = useTexts();
  useKeys([{ keys: ["Space"], label: t("inbox.uncover"), isShown: true, run: open }]);
  return (
    <Empty title={t("inbox.covered")}>
      <p>{t("inbox.coveredLead")}</p>
      <Button keys="Space" onPress={open}>
        {t("inbox.uncover")}
      </Button>
    </Empty>
  );
}
