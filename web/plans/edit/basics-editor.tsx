import type { ReactNode } from "react";
import { SKIP_POLICIES } from "../../../contract/agenda/program-day/vocabulary.ts";
import { MOST_SNOOZES, SNOOZE_MINUTES } from "../../../contract/agenda/vocabulary.ts";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { REMINDER_SOURCES } from "../../../contract/plans/vocabulary.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Switch } from "../../kit/fields/switch.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useProblem } from "./edit-context.ts";
import { NumberCell } from "./number-cell.tsx";

/** Title, instructions, times, and the options of a plan. */
export function BasicsEditor({ content, change }: BasicsEditorProps): ReactNode {
  const { t } = useTexts();
  const [title, dueTime] = [useProblem("/title"), useProblem("/dueTime")];
  const timeCritical = useProblem("/timeCritical");
  const instructions = useProblem("/instructions");
  return (
    <section className="card">
      <header>
        <h2>{t("plans.basics")}</h2>
      </header>
      <div className="in stack">
        <div data-pointer="/title">
          <TextField
            label={t("plans.title")}
            value={content.title}
            error={title}
            maxLength={120}
            change={(value) => change({ ...content, title: value }, "/title")}
          />
        </div>
        <div data-pointer="/instructions">
          <TextField
            label={t("plans.instructions")}
            value={content.instructions ?? ""}
            error={instructions}
            rows={3}
            maxLength={2000}
            change={(value) =>
              change({ ...content, instructions: value === "" ? null : value }, "/instructions")
            }
          />
        </div>
        <div className="row-h wrap plan-fields">
          <TextField
            label={t("plans.startTime")}
            type="time"
            value={content.startTime ?? ""}
            change={(value) => change({ ...content, startTime: value || null }, "/startTime")}
          />
          <div data-pointer="/dueTime">
            <TextField
              label={t("plans.dueTime")}
              type="time"
              value={content.dueTime ?? ""}
              error={dueTime}
              change={(value) => change({ ...content, dueTime: value || null }, "/dueTime")}
            />
          </div>
          <label className="field">
            <span className="label">{t("plans.priority")}</span>
            <NumberCell
              label={t("plans.priority")}
              pointer="/priority"
              value={content.priority}
              change={(value) => change({ ...content, priority: value ?? 0 }, "/priority")}
            />
          </label>
        </div>
        <div data-pointer="/timeCritical">
          <Switch
            label={t("plans.field.timeCritical")}
            hint={timeCritical ?? t("plans.timeCriticalHint")}
            isOn={content.timeCritical}
            change={(isOn) => change({ ...content, timeCritical: isOn }, "/timeCritical")}
          />
        </div>
        <Options content={content} change={change} />
      </div>
    </section>
  );
}

interface BasicsEditorProps {
  readonly content: PlanContent;
  readonly change: (content: PlanContent, mark: string) => void;
}

/** The options that only some kinds have. */
function Options({ content, change }: BasicsEditorProps): ReactNode {
  const { t } = useTexts();
  if (content.kind === "PROGRAM") {
    const { packagePolicy } = content;
    return (
      <>
        <SelectField
          label={t("plans.field.skipPolicy")}
          value={content.skipPolicy}
          options={SKIP_POLICIES.map((value) => ({ value, name: t(`plans.skip.${value}`) }))}
          change={(skipPolicy) => change({ ...content, skipPolicy }, "/skipPolicy")}
        />
        <Switch
          label={t("plans.field.reviewWanted")}
          isOn={content.reviewWanted}
          change={(reviewWanted) => change({ ...content, reviewWanted }, "/reviewWanted")}
        />
        {(["canStartOffline", "requiresRefreshBeforeStart"] as const).map((name) => (
          <Switch
            key={name}
            label={t(`plans.field.${name}`)}
            isOn={packagePolicy[name]}
            change={(isOn) =>
              change({ ...content, packagePolicy: { ...packagePolicy, [name]: isOn } }, `/${name}`)
            }
          />
        ))}
      </>
    );
  }
  if (content.kind !== "HABIT" && content.kind !== "REMINDER") return null;
  return (
    <>
      {content.kind === "REMINDER" && (
        <SelectField
          label={t("plans.field.source")}
          value={content.source}
          options={REMINDER_SOURCES.map((value) => ({ value, name: t(`plans.source.${value}`) }))}
          change={(source) => change({ ...content, source }, "/source")}
        />
      )}
      <SnoozeOptions content={content} change={change} />
    </>
  );
}

function SnoozeOptions({ content, change }: SnoozeProps): ReactNode {
  const { t, formats } = useTexts();
  const { snooze, ...rest } = content;
  return (
    <>
      <Switch
        label={t("plans.maySnooze")}
        hint={t("plans.snoozeHint", { minutes: SNOOZE_MINUTES.join(" / ") })}
        isOn={snooze !== undefined}
        change={(isOn) =>
          change(
            isOn ? { ...rest, snooze: { minutes: SNOOZE_MINUTES, most: MOST_SNOOZES } } : rest,
            "/snooze",
          )
        }
      />
      {snooze !== undefined && (
        <SelectField
          label={t("plans.field.mostSnoozes")}
          value={String(snooze.most)}
          options={Array.from({ length: MOST_SNOOZES }, (_, place) => ({
            value: String(place + 1),
            name: formats.number(place + 1),
          }))}
          change={(most) =>
            change({ ...rest, snooze: { ...snooze, most: Number(most) } }, "/snooze/most")
          }
        />
      )}
    </>
  );
}

interface SnoozeProps extends BasicsEditorProps {
  readonly content: Extract<PlanContent, { readonly kind: "HABIT" | "REMINDER" }>;
}
