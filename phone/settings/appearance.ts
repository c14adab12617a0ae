/** Applies the chosen appearance, or the device's, and stores the choice. It is a preference, not personal data. */
export function chooseAppearance(name: string): Appearance {
  const appearance = APPEARANCES.find((one) => one === name) ?? "system";
  if (appearance === "system") localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, appearance);
  showAppearance();
  return appearance;
}

export const APPEARANCES = ["system", "light", "dark"] as const;
export type Appearance = (typeof APPEARANCES)[number];

export function storedAppearance(): Appearance {
  const stored = localStorage.getItem(STORED);
  return APPEARANCES.find((one) => one === stored) ?? "system";
}

/** Applies the appearance before the first paint. */
export function showAppearance(): void {
  const appearance = storedAppearance();
  if (appearance === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = appearance;
}

const STORED = "appearance";
