/** Sets the chosen appearance, or that of the device, and stores the choice: a preference, nothing about a person. */
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

/** Gives the page its appearance before anything is drawn. */
export function showAppearance(): void {
  const appearance = storedAppearance();
  if (appearance === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = appearance;
}

const STORED = "appearance";
