import type { ReactNode } from "react";
import type { PublishPreview } from "../../../contract/plans/publication-schema.ts";
import type { DifferenceChange } from "../../../contract/plans/publication-vocabulary.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { differenceText } from "./difference-text.ts";

/** Differences between the newest revision and the draft. */
export function Differences({ preview }: { readonly preview: PublishPreview }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { differences, moreDifferences, newestRevision } = preview;
  if (newestRevision === 0) return null;
  return (
    <div className="block">
      <h3>{t("plans.diff.since", { revision: newestRevision })}</h3>
      {differences.length === 0 && <p className="meta">{t("plans.diff.none")}</p>}
      <ul className="stack plan-differences">
        {differences.map((difference, place) => (
          <li key={place}>
            <span className={`tag ${COLOURS[difference.change]}`}>
              {t(`plans.diff.${difference.change}`)}
            </span>{" "}
            {differenceText(difference, texts)}
          </li>
        ))}
      </ul>
      {moreDifferences > 0 && (
        <p className="meta">{t("plans.diff.more", { count: moreDifferences })}</p>
      )}
    </div>
  );
}

const COLOURS: Readonly<Record<DifferenceChange, string>> = {
  ADDED: "done",
  CHANGED: "warn",
  REMOVED: "urgent",
  MOVED: "",
};
