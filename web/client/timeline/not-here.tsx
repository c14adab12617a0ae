import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";

/** What Sideline does not hold, said once where a coach looks for it. */
export function NotHere(): ReactNode {
  const { t } = useTexts();
  return <p className="note">{t("client.notHere")}</p>;
}
