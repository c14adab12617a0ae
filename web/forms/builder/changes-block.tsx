import { useQuery } from "@tanstack/react-query";
import { type ReactNode, memo } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type FormPlace, versionQuery } from "../forms-query.ts";
import { knownContent } from "../known-content.ts";
import { ChangeList } from "../versions/change-list.tsx";
import { compareForms } from "../versions/compare-forms.ts";
import type { Draft } from "../draft/draft.ts";

/** Changes of the draft against the newest version. Nothing before the first version. */
export const ChangesBlock = memo(function ChangesBlock({
  place,
  latestVersion,
  draft,
}: ChangesBlockProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const latest = useQuery({
    ...versionQuery(api, place, latestVersion),
    enabled: latestVersion > 0,
  });
  const before = latest.data === undefined ? null : knownContent(latest.data.content);
  if (before === null) return null;
  return (
    <section className="block stack">
      <h2>{t("forms.changesSince", { version: latestVersion })}</h2>
      <ChangeList changes={compareForms(before, draft.content)} />
    </section>
  );
});

interface ChangesBlockProps {
  readonly place: FormPlace;
  readonly latestVersion: number;
  readonly draft: Draft;
}
