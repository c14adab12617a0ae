import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { publishedFormsQuery } from "../../forms/forms-query.ts";
import { inputText, metricText } from "../words/metric-text.ts";

/** The parts of a plan that is no program: items, metrics, poses, or the form. */
export function PartsView({ content }: { readonly content: PlanContent }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const items = "items" in content ? (content.items ?? []) : [];
  const metrics = metricsOf(content);
  return (
    <>
      {items.length > 0 && <ItemTable items={items} />}
      {metrics.length > 0 && (
        <Part title={t("plans.metrics", { count: metrics.length })}>
          {metrics.map((metric) => metricText(metric, texts))}
        </Part>
      )}
      {content.kind === "PHOTO" && <Part title={t("plans.poses")}>{content.poses}</Part>}
      {content.kind === "CHECK_IN" && <FormPart formVersionId={content.formVersionId} />}
    </>
  );
}

function metricsOf(content: PlanContent) {
  if (content.kind === "MEASUREMENT") return content.metrics;
  return content.kind === "HABIT" && content.metric !== null ? [content.metric] : [];
}

function Part({ title, children }: PartProps): ReactNode {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
      </header>
      <ul>
        {children.map((text) => (
          <li className="line plan-line" key={text}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: readonly string[];
}

function ItemTable({ items }: { readonly items: readonly PlanItem[] }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  return (
    <section className="card">
      <header>
        <h2>{t("plans.items", { count: items.length })}</h2>
      </header>
      <table className="table">
        <thead>
          <tr>
            <th>{t("plans.column.item")}</th>
            <th>{t("plans.column.amount")}</th>
            <th className="wide">{t("plans.column.bulk")}</th>
            <th className="wide">{t("plans.column.asks")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ itemKey, label, amount, bulkEligible, inputs = [] }) => (
            <tr key={itemKey ?? label}>
              <td>
                <b>{label}</b>
              </td>
              <td>{amount}</td>
              <td className="wide">
                {bulkEligible && <Icon name="check" />}
                <span className={bulkEligible ? "vh" : "meta"}>
                  {t(bulkEligible ? "plans.yes" : "plans.no")}
                </span>
              </td>
              <td className="meta wide">
                {inputs.length === 0
                  ? t("plans.asksNothing")
                  : inputs.map((input) => inputText(input, texts)).join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type PlanItem = NonNullable<Extract<PlanContent, { readonly kind: "HABIT" }>["items"]>[number];

function FormPart({ formVersionId }: { readonly formVersionId: string }): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const forms = useQuery(publishedFormsQuery(api, workspace.workspaceId));
  const form = forms.data?.find(({ latestFormVersionId }) => latestFormVersionId === formVersionId);
  if (forms.isPending) return null;
  return <Part title={t("plans.form")}>{[form?.title ?? t("plans.olderForm")]}</Part>;
}
