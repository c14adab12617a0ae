import type { ReactNode } from "react";
import type { components } from "../api/routes.d.ts";
import { useConsole } from "../frame/console-context.ts";
import { useTexts } from "../texts/use-texts.ts";

/** The legal texts by their versions, as links if pages are configured. They open in a new tab, so no input is lost. */
export function LegalLinks({ termsVersion, privacyVersion }: LegalVersions): ReactNode {
  const { t } = useTexts();
  const { config } = useConsole();
  return (
    <>
      <LegalLink page={config.termsPage} name={t("arrival.terms", { version: termsVersion })} />
      {" · "}
      <LegalLink
        page={config.privacyPage}
        name={t("arrival.privacy", { version: privacyVersion })}
      />
    </>
  );
}

type LegalVersions = components["schemas"]["LegalVersions"];

function LegalLink({ page, name }: { readonly page: string | null; readonly name: string }) {
  if (page === null) return name;
  return (
    <a href={page} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
