import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { FreshAct } from "../settings-search.ts";

/** Says, after a fresh sign-in for an act, that nothing of it was sent. */
export function SignedInAgain({ act }: { readonly act: FreshAct }): ReactNode {
  const { t } = useTexts();
  const { again } = useSearch({ from: "/settings/$part" });
  if (again !== act) return null;
  return (
    <p className="note" role="status">
      {t("settings.signedInAgain")}
    </p>
  );
}
