/** Why the browser does not take a typed value, as the name of our sentence: its own may be in another language. */
export function fieldFault({ valueMissing, typeMismatch }: Validity, type: string): FieldFault {
  if (valueMissing) return "frame.fault.MISSING";
  if (typeMismatch && type === "email") return "frame.fault.EMAIL";
  if (typeMismatch && type === "url") return "frame.fault.URL";
  return "frame.fault.OTHER";
}

export type FieldFault =
  | "frame.fault.EMAIL"
  | "frame.fault.MISSING"
  | "frame.fault.OTHER"
  | "frame.fault.URL";

type Validity = Pick<ValidityState, "typeMismatch" | "valueMissing">;
