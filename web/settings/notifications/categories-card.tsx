import type { ReactNode } from "react";
import { Switch } from "../../kit/fields/switch.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { Outcome } from "../kit/outcome.tsx";
import { COACH_CATEGORIES, type Preferences } from "./preferences-body.ts";
import { useSavePreferences } from "./use-preferences.ts";

/** Categories of notifications, and the channels by which they arrive. */
export function CategoriesCard({ stored }: { readonly stored: Preferences }): ReactNode {
  const { t } = useTexts();
  const save = useSavePreferences();
  const { push, mail } = stored.channels;
  const muted = new Set(stored.mutedCategories);
  return (
    <Card title={t("settings.notifications")}>
      <div className="line">
        <Switch
          label={t("settings.push")}
          hint={t("settings.pushHint")}
          isOn={push}
          isPending={save.isPending}
          change={(isOn) => save.mutate({ channels: { push: isOn } })}
        />
      </div>
      <div className="line">
        <Switch
          label={t("settings.mail")}
          hint={t("settings.mailHint")}
          isOn={mail}
          isPending={save.isPending}
          change={(isOn) => save.mutate({ channels: { mail: isOn } })}
        />
      </div>
      <div className="line">
        <span className="grow">
          {t("settings.category.COACH_TASK_URGENT")}
          <br />
          <span className="meta">{t("settings.categoryHint.COACH_TASK_URGENT")}</span>
        </span>
        <span className="meta">{t(push || mail ? "settings.alwaysOn" : "settings.noWay")}</span>
      </div>
      {COACH_CATEGORIES.map((category) => (
        <div className="line" key={category}>
          <Switch
            label={t(`settings.category.${category}`)}
            hint={t(`settings.categoryHint.${category}`)}
            isOn={!muted.has(category)}
            isPending={save.isPending}
            change={(isOn) => save.mutate({ category, isOn })}
          />
        </div>
      ))}
      <div className="card-foot">
        <Outcome act={save} done={t("settings.saved")} />
      </div>
    </Card>
  );
}
