import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { LANGUAGES } from "../../texts/i18n.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { Segments } from "../kit/segments.tsx";
import {
  type Appearance,
  DENSITIES,
  PREVIEW_MODES,
  THEMES,
  applyAppearance,
  keepAppearance,
  readAppearance,
} from "./appearance.ts";

/** Theme, density, previews and language of this browser. Each takes effect at once. */
export function AppearanceCard(): ReactNode {
  const { t } = useTexts();
  const { speak } = useConsole();
  const [chosen, setChosen] = useState(readAppearance);
  const choose = (change: Partial<Appearance>) => {
    const next = { ...chosen, ...change };
    setChosen(next);
    keepAppearance(next);
    applyAppearance(document.documentElement, next);
    if (next.language !== chosen.language) void speak(next.language);
  };
  return (
    <Card title={t("settings.appearance")}>
      <div className="in stack">
        <Segments
          label={t("settings.theme")}
          value={chosen.theme}
          options={THEMES.map((value) => ({ value, name: t(`settings.theme.${value}`) }))}
          choose={(theme) => choose({ theme })}
        />
        <Segments
          label={t("settings.density")}
          value={chosen.density}
          options={DENSITIES.map((value) => ({ value, name: t(`settings.density.${value}`) }))}
          choose={(density) => choose({ density })}
        />
        <Segments
          label={t("settings.preview")}
          value={chosen.preview}
          options={PREVIEW_MODES.map((value) => ({ value, name: t(`settings.preview.${value}`) }))}
          choose={(preview) => choose({ preview })}
        />
        <Segments
          label={t("settings.language")}
          value={chosen.language ?? "browser"}
          options={(["browser", ...LANGUAGES] as const).map((value) => ({
            value,
            name: t(`settings.language.${value}`),
          }))}
          choose={(value) => choose({ language: value === "browser" ? null : value })}
        />
        <p className="meta">{t("settings.appearanceHint")}</p>
      </div>
    </Card>
  );
}
