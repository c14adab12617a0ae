import type { components } from "../../api/routes.d.ts";

/** Writes a number as the reader's language does. */
export type WriteNumber = (value: number) => string;

/** Prescribed sets as coaches write them: "3 × 8", "4 × 6 · 80 kg". Without words, so it needs no language. */
export function askedText(sets: readonly PrescribedSet[], write: WriteNumber = String): string {
  const groups: { text: string; count: number }[] = [];
  for (const set of sets) {
    const text = askedSet(set, write);
    const last = groups.at(-1);
    if (last?.text === text) last.count += 1;
    else groups.push({ text, count: 1 });
  }
  return groups.map(({ text, count }) => `${count} × ${text}`).join(", ");
}

type PrescribedSet = components["schemas"]["PrescribedSet"];
type LoggedSet = components["schemas"]["LoggedSet"];

function askedSet(
  { repetitions, repetitionsMost, seconds, grams, load }: PrescribedSet,
  write: WriteNumber,
): string {
  const most = repetitionsMost === null ? "" : `–${repetitionsMost}`;
  const parts = [
    repetitions === null ? null : `${repetitions}${most}`,
    seconds === null ? null : `${seconds} s`,
    grams === null ? load : kilogramText(grams, write),
  ];
  return parts.filter((part) => part !== null).join(" · ") || "–";
}

/** A load as coaches read it: "82.5 kg". */
export const kilogramText = (grams: number, write: WriteNumber = String): string =>
  `${write(grams / GRAMS_PER_KG)} kg`;

const GRAMS_PER_KG = 1000;

/** The values of the sets that were done. Sets that differ in their first value alone share the rest: "6, 6, 5 · 80 kg". */
export function doneText(sets: readonly LoggedSet[], write: WriteNumber = String): string {
  const groups: { first: string[]; rest: string }[] = [];
  for (const { completed, values } of sets) {
    if (!completed) continue;
    const [first = "–", ...others] = doneParts(values, write);
    const rest = others.join(" · ");
    const last = groups.at(-1);
    if (last?.rest === rest) last.first.push(first);
    else groups.push({ first: [first], rest });
  }
  return groups
    .map(({ first, rest }) => (rest === "" ? first.join(", ") : `${first.join(", ")} · ${rest}`))
    .join("; ");
}

function doneParts(
  { weight, reps, seconds, metres, rpe, rir }: LoggedSet["values"],
  write: WriteNumber,
): readonly string[] {
  const parts = [
    reps === undefined ? null : write(reps),
    seconds === undefined ? null : `${write(seconds)} s`,
    metres === undefined ? null : `${write(metres)} m`,
    weight === undefined ? null : `${write(weight.value)} ${weight.unit.toLowerCase()}`,
    rpe === undefined ? null : `RPE ${write(rpe)}`,
    rir === undefined ? null : `RIR ${write(rir)}`,
  ];
  return parts.filter((part) => part !== null);
}
