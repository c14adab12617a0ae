import type { ReactNode } from "react";
import type { Metric, NumberMetric } from "../../../../contract/agenda/metric-schema.ts";
import { METRIC_MODES } from "../../../../contract/agenda/value-vocabulary.ts";
import { Button } from "../../../kit/button.tsx";
import { SelectField } from "../../../kit/fields/select-field.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { metricName } from "../../words/metric-text.ts";
import { useProblem } from "../edit-context.ts";
import { EntryMenu } from "../entry-menu.tsx";
import { Entry } from "../entry.tsx";
import { withEntry, withMoved, withoutEntry } from "../list-edits.ts";
import { NumberCell } from "../number-cell.tsx";
import { METRIC_TYPES, metricOfType, metricPointer, newMetric, typeOf } from "./metric-edits.ts";

/** The values that a plan asks for: at most one of a habit, several of a measurement. */
export function MetricsEditor({ metrics, least, most, change }: MetricsEditorProps): ReactNode {
  const { t } = useTexts();
  const add = () => {
    if (metrics.length < most)
      change([...metrics, newMetric(metrics.length)], `metrics add ${metrics.length}`);
  };
  return (
    <section className="card">
      <header>
        <h2 className="grow">{t("plans.metrics", { count: Math.max(1, most) })}</h2>
      </header>
      <ul>
        {metrics.map((metric, at) => (
          <MetricEntry
            key={at}
            metric={metric}
            pointer={metricPointer(most, at)}
            add={add}
            move={(by) => change(withMoved(metrics, at, by), `metrics move ${at}`)}
            remove={
              metrics.length <= least
                ? null
                : () => change(withoutEntry(metrics, at), `metrics remove ${metrics.length}`)
            }
            change={(changed, field) =>
              change(withEntry(metrics, at, changed), `metrics/${at}/${field}`)
            }
          />
        ))}
      </ul>
      {metrics.length < most && (
        <p className="in">
          <Button icon="plus" onPress={add}>
            {t("plans.addMetric")}
          </Button>
        </p>
      )}
    </section>
  );
}

interface MetricsEditorProps {
  readonly metrics: readonly Metric[];
  readonly least: number;
  readonly most: number;
  readonly change: (metrics: readonly Metric[], mark: string) => void;
}

function MetricEntry({ metric, pointer, add, move, remove, change }: MetricEntryProps): ReactNode {
  const { t } = useTexts();
  const kind = useProblem(`${pointer}/metricKind`);
  const choices = useProblem(`${pointer}/choices`);
  return (
    <Entry className="line plan-line" move={move} add={add}>
      <div className="grow stack">
        <div className="row-h wrap plan-fields">
          <div data-pointer={`${pointer}/metricKind`}>
            <TextField
              label={t("plans.metricKind")}
              hint={t("plans.metricKindHint")}
              error={kind}
              value={metric.metricKind}
              maxLength={40}
              change={(value) =>
                change(
                  { ...metric, metricKind: value.toUpperCase().replaceAll(" ", "_") },
                  "metricKind",
                )
              }
            />
          </div>
          <SelectField
            label={t("plans.metricType")}
            value={typeOf(metric)}
            options={METRIC_TYPES.map((value) => ({ value, name: t(`plans.input.${value}`) }))}
            change={(type) => change(metricOfType(type, metric.metricKind), "type")}
          />
        </div>
        {(metric.type === undefined || metric.type === "number") && (
          <NumberFields metric={metric} pointer={pointer} change={change} />
        )}
        {metric.type === "choice" && (
          <div data-pointer={`${pointer}/choices`}>
            <TextField
              label={t("plans.choices")}
              hint={t("plans.choicesHint")}
              error={choices}
              rows={3}
              value={metric.choices.join("\n")}
              change={(value) => change({ ...metric, choices: value.split("\n") }, "choices")}
            />
          </div>
        )}
      </div>
      <EntryMenu name={metricName(metric.metricKind)} move={move} remove={remove} />
    </Entry>
  );
}

interface MetricEntryProps {
  readonly metric: Metric;
  readonly pointer: string;
  readonly add: () => void;
  readonly move: (by: number) => void;
  readonly remove: (() => void) | null;
  readonly change: (metric: Metric, field: string) => void;
}

function NumberFields({ metric, pointer, change }: NumberFieldsProps): ReactNode {
  const { t } = useTexts();
  const unit = useProblem(`${pointer}/unit`);
  const cell = (field: "max" | "min" | "target") => (
    <label className="field">
      <span className="label">{t(`plans.metric.${field}`)}</span>
      <NumberCell
        label={t(`plans.metric.${field}`)}
        pointer={`${pointer}/${field}`}
        value={metric[field]}
        change={(value) =>
          change({ ...metric, [field]: field === "target" ? value : (value ?? Number.NaN) }, field)
        }
      />
    </label>
  );
  return (
    <div className="row-h wrap plan-fields">
      <div data-pointer={`${pointer}/unit`}>
        <TextField
          label={t("plans.unit")}
          error={unit}
          value={metric.unit}
          maxLength={20}
          change={(value) => change({ ...metric, unit: value }, "unit")}
        />
      </div>
      {cell("min")}
      {cell("max")}
      {cell("target")}
      <SelectField
        label={t("plans.metricMode")}
        value={metric.mode}
        options={METRIC_MODES.map((value) => ({ value, name: t(`plans.mode.${value}`) }))}
        change={(mode) => change({ ...metric, mode }, "mode")}
      />
    </div>
  );
}

interface NumberFieldsProps extends Pick<MetricEntryProps, "change" | "pointer"> {
  readonly metric: NumberMetric;
}
