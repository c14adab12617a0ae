import type { Choice } from "./decisions.ts";
import type { CoachTexts } from "./texts/en.ts";

/** An outcome or a reason in words. */
export function choiceName(choice: Choice, { resolutions, dismissals }: CoachTexts): string {
  const known: Readonly<Record<string, string>> = { ...dismissals, ...resolutions };
  return known[choice] ?? choice;
}
