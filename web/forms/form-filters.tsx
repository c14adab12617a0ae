import { type ReactNode, useRef } from "react";
import { FORM_KINDS, FORM_STATUSES } from "../../contract/forms/vocabulary.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { type FormsSearch, formsSearch } from "./forms-search.ts";

/** Filters by status and kind. Each stands in the address, and a key goes to them. */
export function FormFilters({ search, change }: FormFiltersProps): ReactNode {
  const { t } = useTexts();
  const choose = (name: keyof FormsSearch, value: string) =>
    change(formsSearch({ ...search, [name]: value }));
  const first = useRef<HTMLSelectElement>(null);
  useKeys([
    { keys: ["f"], label: t("forms.key.filter"), isShown: true, run: () => first.current?.focus() },
  ]);
  return (
    <div className="filters" role="group" aria-label={t("forms.filter")}>
      <label className="row-h">
        <span className="meta">{t("forms.filterStatus")}</span>
        <select
          ref={first}
          className="input"
          value={search.status ?? ""}
          onChange={({ target }) => choose("status", target.value)}
        >
          <option value="">{t("forms.any")}</option>
          {FORM_STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`forms.status.${status}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="row-h">
        <span className="meta">{t("forms.filterKind")}</span>
        <select
          className="input"
          value={search.kind ?? ""}
          onChange={({ target }) => choose("kind", target.value)}
        >
          <option value="">{t("forms.any")}</option>
          {FORM_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`forms.kind.${kind}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface FormFiltersProps {
  readonly search: FormsSearch;
  readonly change: (search: FormsSearch) => void;
}
