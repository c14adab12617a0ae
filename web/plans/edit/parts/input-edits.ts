import { INPUT_LIMITS, type INPUT_TYPES } from "../../../../contract/agenda/value-vocabulary.ts";
import type { PlanInput } from "../../words/metric-text.ts";

export type InputType = (typeof INPUT_TYPES)[number];

/** An input of a type under the same name, with the usual settings of the type. */
export function inputOfType({ key, required }: PlanInput, type: InputType): PlanInput {
  return { key, type, required, ...(type === "choice" && { choices: ["1", "2"] }) };
}

/** A further input, with a name that no other of the item has yet. */
export function newInput(others: readonly PlanInput[]): PlanInput {
  const taken = new Set(others.map(({ key }) => key));
  let count = 1;
  while (taken.has(nameOf(count))) count += 1;
  return { key: nameOf(count), type: "number", required: true };
}

const nameOf = (count: number): string => (count === 1 ? "value" : `value_${count}`);

/** The name of an input as the API takes it: words are joined, and accents are left out. */
export function inputKey(typed: string): string {
  return typed
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/\s+/gu, "_")
    .replaceAll(/[^A-Za-z0-9_-]/gu, "")
    .slice(0, INPUT_LIMITS.keyLength);
}

/** The input with another unit or bound; null is none. */
export function withSetting(
  input: PlanInput,
  setting: NumberSetting,
  value: number | string | null,
): PlanInput {
  const { [setting]: _before, ...rest } = input;
  return value === null ? rest : { ...rest, [setting]: value };
}

export type NumberSetting = "max" | "min" | "unit";

/** Whether an item cannot be ticked with the others, because an input has to be given. */
export const needsInput = (inputs: readonly PlanInput[]): boolean =>
  inputs.some(({ required }) => required);
