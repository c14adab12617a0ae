import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Icon } from "../icon.tsx";
import { LISTS, type Listed } from "./lists.ts";

/** On a narrow screen, which has neither Escape nor a navigation at its side: the way back to the list. */
export function BackLink({ of }: { readonly of: Listed }): ReactNode {
  const { t } = useTexts();
  const { to, name } = LISTS[of];
  return (
    <nav className="way-back" aria-label={t("gone.back")}>
      <Link to={to}>
        <Icon name="left" />
        {t(name)}
      </Link>
    </nav>
  );
}
