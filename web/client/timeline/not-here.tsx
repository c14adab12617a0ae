import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";

/** Says once which data Sideline does not hold, where a coach looks for them. */
export function NotHere(): ReactNode {
  const { t } = useTexts();
  return <p className="note">{t("client.notHere")}</p>;
}
