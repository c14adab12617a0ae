import type { ReactNode } from "react";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import type { FieldChange, FormChange } from "./compare-forms.ts";

/** The differences between two versions of a form, one line each. */
export function ChangeList({ changes }: { readonly changes: readonly FormChange[] }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  if (changes.length === 0) return <p className="meta">{t("forms.noChanges")}</p>;
  return (
    <ul className="stack form-changes">
      {changes.map((change) => (
        <li key={keyOf(change)}>
          <span className={`tag ${TAGS[change.kind] ?? "warn"}`}>
            {t(`forms.change.${change.kind}`)}
          </span>{" "}
          {"number" in change && <span className="num">{change.number} </span>}
          {change.label === "" ? t("forms.untitled") : change.label}
          {change.kind === "CHANGED" && (
            <span className="meta form-fields">
              {change.fields.map((field) => fieldText(field, texts)).join("; ")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const TAGS: Readonly<Record<string, string>> = {
  ADDED: "done",
  SECTION_ADDED: "done",
  REMOVED: "urgent",
  SECTION_REMOVED: "urgent",
};

const keyOf = (change: FormChange): string =>
  `${change.kind} ${"questionId" in change ? change.questionId : change.sectionId}`;

/** The name of a changed field; for texts and numbers, what it was and is. */
function fieldText({ field, before, after }: FieldChange, { t }: Texts): string {
  const name = t(`forms.field.${field}`);
  if (field === "kind" || field === "mapsTo" || (before === null && after === null)) return name;
  const shown = (value: string | null) => value ?? "–";
  return t("forms.fromTo", { name, before: shown(before), after: shown(after) });
}
