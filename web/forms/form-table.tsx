import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { FormTags } from "./form-tags.tsx";
import type { FormSummary } from "./forms-query.ts";

/** The forms as rows. Tab reaches one of them, keys the others. */
export function FormTable({ forms, open, more }: FormTableProps): ReactNode {
  const { t, formats } = useTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const at = forms.findIndex(({ formId }) => formId === current);
  const move = (steps: number) => {
    // The first key takes the first row.
    const next = at < 0 ? 0 : Math.min(forms.length - 1, Math.max(0, at + steps));
    body.current?.querySelectorAll("tr")[next]?.focus();
  };
  useKeys([
    { keys: ["j", "ArrowDown"], label: t("forms.key.next"), isShown: true, run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: t("forms.key.before"), isShown: true, run: () => move(-1) },
    {
      keys: ["Enter"],
      label: t("forms.key.open"),
      isShown: true,
      isOff: current === null,
      run: () => current !== null && open(current),
    },
  ]);
  return (
    <div className="body">
      <table className="table roomy cards" role="grid" aria-label={t("forms.title")}>
        <thead>
          <tr>
            <th>{t("forms.column.title")}</th>
            <th>{t("forms.column.state")}</th>
            <th className="right">{t("forms.column.changed")}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {forms.map((form, index) => (
            <tr
              key={form.formId}
              aria-selected={form.formId === current}
              tabIndex={index === Math.max(0, at) ? 0 : -1}
              className="form-row"
              onFocus={() => setCurrent(form.formId)}
              onClick={() => open(form.formId)}
            >
              <td>
                <Link
                  className="plain"
                  to="/forms/$formId"
                  params={{ formId: form.formId }}
                  tabIndex={-1}
                >
                  <b>{form.title}</b>
                </Link>
              </td>
              <td>
                <span className="row-h wrap">
                  <FormTags form={form} />
                </span>
              </td>
              <td className="right meta">{formats.day(new Date(form.updatedAt))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more !== null && (
        <p className="under-table">
          <Button onPress={more}>{t("forms.more")}</Button>
        </p>
      )}
    </div>
  );
}

interface FormTableProps {
  readonly forms: readonly FormSummary[];
  readonly open: (formId: string) => void;
  /** Reads the next page; null after the last. */
  readonly more: (() => void) | null;
}
