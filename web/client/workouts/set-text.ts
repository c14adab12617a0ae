import type { components } from "../../api/routes.d.ts";

/** Sets as coaches write them: "3 × 8", "8, 8, 6 at 80 kg". Without words, so it needs no language. */
export function askedText(sets: readonly PrescribedSet[]): string {
  const groups: { text: string; count: number }[] = [];
  for (const set of sets) {
    const text = askedSet(set);
    const last = groups.at(-1);
    if (last?.text === text) last.count += 1;
    else groups.push({ text, count: 1 });
  }
  return groups.map(({ text, count }) => `${count} × ${text}`).join(", ");
}

type PrescribedSet = components["schemas"]["PrescribedSet"];
type LoggedSet = components["schemas"]["LoggedSet"];

function askedSet({ repetitions, repetitionsMost, seconds, grams, load }: PrescribedSet): string {
  const most = repetitionsMost === null ? "" : `–${repetitionsMost}`;
  const parts = [
    repetitions === null ? null : `${repetitions}${most}`,
    seconds === null ? null : `${seconds} s`,
    grams === null ? load : `${grams / GRAMS_PER_KG} kg`,
  ];
  return parts.filter((part) => part !== null).join(" · ") || "–";
}

const GRAMS_PER_KG = 1000;

/** The values of the sets that were done. */
export function doneText(sets: readonly LoggedSet[]): string {
  return sets
    .filter(({ completed }) => completed)
    .map(({ values }) => doneSet(values))
    .join(", ");
}

function doneSet({ weight, reps, seconds, metres, rpe, rir }: LoggedSet["values"]): string {
  const parts = [
    reps === undefined ? null : String(reps),
    seconds === undefined ? null : `${seconds} s`,
    metres === undefined ? null : `${metres} m`,
    weight === undefined ? null : `${weight.value} ${weight.unit.toLowerCase()}`,
    rpe === undefined ? null : `RPE ${rpe}`,
    rir === undefined ? null : `RIR ${rir}`,
  ];
  return parts.filter((part) => part !== null).join(" · ") || "–";
}
