import { LANGUAGES, type Language } from "../../texts/i18n.ts";

/** How this browser shows the console. Nothing of a person stands in it. */
export interface Appearance {
  readonly theme: Theme;
  readonly density: Density;
  /** Whether the inbox covers what a task says until it is opened, for a screen that others see. */
  readonly preview: PreviewMode;
  /** Null follows the browser. */
  readonly language: Language | null;
}

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ["roomy", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const PREVIEW_MODES = ["open", "covered"] as const;
export type PreviewMode = (typeof PREVIEW_MODES)[number];

/** Appearance chosen in this browser; the usual one if none was chosen or storage is refused. */
export function readAppearance(): Appearance {
  const read = (name: string) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  return {
    theme: chosenOf(THEMES, read("theme")) ?? "system",
    density: chosenOf(DENSITIES, read("density")) ?? "roomy",
    preview: chosenOf(PREVIEW_MODES, read("preview")) ?? "open",
    language: chosenOf(LANGUAGES, read("language")),
  };
}

/** Keeps the appearance. Where storage is refused, it counts until the page is left. */
export function keepAppearance({ theme, density, preview, language }: Appearance): void {
  try {
    for (const [name, value] of Object.entries({ theme, density, preview, language }))
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
  } catch {
    // The page goes on as it looks.
  }
}

/** Gives the page its theme and its density. The stylesheet reads both from the root. */
export function applyAppearance(
  root: Pick<HTMLElement, "dataset">,
  { theme, density }: Pick<Appearance, "density" | "theme">,
): void {
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  if (density === "roomy") delete root.dataset["density"];
  else root.dataset["density"] = density;
}

const chosenOf = <Value extends string>(
  values: readonly Value[],
  found: string | null,
): Value | null => values.find((value) => value === found) ?? null;
