import { type ReactNode, useState } from "react";
import { TextField } from "../../kit/fields/text-field.tsx";

/**
 * A field for a number, or for none if it may be empty. It passes on only numbers. While a person types something else,
 * or leaves out a needed number, the last number counts; it returns when the field is left.
 */
export function NumberField({
  label,
  error,
  value,
  change,
  isWhole = false,
  isNeeded = false,
}: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      error={error ?? null}
      type="number"
      inputMode={isWhole ? "numeric" : "decimal"}
      value={typed ?? (value === null ? "" : String(value))}
      onBlur={() => setTyped(null)}
      change={(text) => {
        setTyped(text);
        const number = text.trim() === "" ? null : Number(text);
        if (number === null && isNeeded) return;
        if (number !== null && !(isWhole ? Number.isSafeInteger(number) : Number.isFinite(number)))
          return;
        change(number);
      }}
    />
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly error?: string | null;
  readonly value: number | null;
  readonly change: (value: number | null) => void;
  readonly isWhole?: boolean;
  /** The field may not be empty; it then never hands on null. */
  readonly isNeeded?: boolean;
}
