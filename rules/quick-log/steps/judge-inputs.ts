import type { InputValues, RequiredInput } from "../../../contract/agenda/schema.ts";
import { MOST_DECIMALS } from "../../../contract/agenda/value-vocabulary.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { judgeNumber } from "../judge-value.ts";
import type { ValueFault } from "./value-fault.ts";

/**
 * Why an item cannot be completed with these values (docs/rooms/quick-log.md#inputs), or null.
 *
 * @param at pointer of the values in the payload.
 */
export function judgeInputs(
  inputs: Inputs,
  values: InputValues = {},
  at = "/values",
): ValueFault | null {
  const fault = judgeGiven(inputs, values, at);
  if (fault !== null) return fault;
  return lacksInput(inputs, values) ? { code: "INPUT_REQUIRED", pointer: at } : null;
}

type Inputs = readonly RequiredInput[];
type Value = InputValues[string];

/**
 * Why an item refuses these values, or null; missing values are not judged here. An unknown name is reported at its
 * parent's pointer.
 *
 * @param at pointer of the values in the payload.
 */
export function judgeGiven(inputs: Inputs, values: InputValues, at: string): ValueFault | null {
  for (const [key, value] of Object.entries(values)) {
    const input = inputs.find((one) => one.key === key);
    if (input === undefined)
      return { code: "PAYLOAD_INVALID", pointer: at, fault: "UNKNOWN_FIELD" };
    const code = judgeInput(input, value);
    if (code !== null) return inputFault(input, code, `${at}/${escapePointer(key)}`);
  }
  return null;
}

function inputFault(input: RequiredInput, code: VerdictCode, pointer: string): ValueFault {
  const { min, max } = input;
  if (code !== "VALUE_OUT_OF_RANGE" || min === undefined || max === undefined)
    return { code, pointer };
  return { code, pointer, range: { min, max, unit: input.unit ?? null } };
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Whether a value required for completing an item is missing. */
export function lacksInput(inputs: Inputs, values: InputValues = {}): boolean {
  return inputs.some(({ key, required }) => required && !Object.hasOwn(values, key));
}

function judgeInput(input: RequiredInput, value: Value): VerdictCode | null {
  switch (input.type) {
    case "number": {
      if (typeof value !== "number") return "VALUE_TYPE_MISMATCH";
      const { min = -Infinity, max = Infinity } = input;
      return judgeNumber({ min, max, decimals: MOST_DECIMALS }, value);
    }
    case "choice":
      if (typeof value !== "string") return "VALUE_TYPE_MISMATCH";
      return input.choices?.includes(value) === true ? null : "CHOICE_NOT_OFFERED";
    case "text":
      return typeof value === "string" ? null : "VALUE_TYPE_MISMATCH";
    case "boolean":
      return typeof value === "boolean" ? null : "VALUE_TYPE_MISMATCH";
  }
}
