import type { InputValues, RequiredInput } from "../../../contract/agenda/schema.ts";
import { MOST_DECIMALS } from "../../../contract/agenda/vocabulary.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { judgeNumber } from "../judge-value.ts";

type Inputs = readonly RequiredInput[];
type Value = InputValues[string];

/** Why an item cannot be ticked with some values (docs/rules.md#quick-log-inputs), or null. */
export function judgeInputs(inputs: Inputs, values: InputValues = {}): VerdictCode | null {
  return judgeGiven(inputs, values) ?? (lacksInput(inputs, values) ? "INPUT_REQUIRED" : null);
}

/** Why values are none of what an item asks for, or null; what is missing is nothing wrong with the others. */
export function judgeGiven(inputs: Inputs, values: InputValues): VerdictCode | null {
  for (const [key, value] of Object.entries(values)) {
    const input = inputs.find((one) => one.key === key);
    const code = input === undefined ? "PAYLOAD_INVALID" : judgeInput(input, value);
    if (code !== null) return code;
  }
  return null;
}

/** Whether a value that an item cannot be ticked without is missing. */
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
