import { type ReactNode, useId, useState } from "react";
import { useProblem } from "./edit-context.ts";

/** A number in a small field; empty is none. A text that is no number stays as typed, and is a problem. */
export function NumberCell({ label, pointer, value, change, format }: NumberCellProps): ReactNode {
  const id = useId();
  const { read, write } = format ?? PLAIN;
  const written = value === null || Number.isNaN(value) ? "" : write(value);
  const [typed, setTyped] = useState(written);
  const problem = useProblem(pointer);
  // The typed text stays as long as it means the value: "1,50" and "1.5" are the same.
  const shown = Object.is(read(typed), value) ? typed : written;
  return (
    <span data-pointer={pointer}>
      <input
        id={id}
        className={problem === null ? "input cell num" : "input cell num wrong"}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        {...(problem !== null && { "aria-describedby": `${id}-note` })}
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value);
          change(read(target.value));
        }}
      />
      {problem !== null && (
        <span className="error" id={`${id}-note`}>
          {problem}
        </span>
      )}
    </span>
  );
}

interface NumberCellProps {
  readonly label: string;
  readonly pointer: string;
  readonly value: number | null;
  readonly change: (value: number | null) => void;
  readonly format?: NumberFormat;
}

/** How a number is typed. */
export interface NumberFormat {
  /** Null for nothing, NaN for what is no number. */
  readonly read: (typed: string) => number | null;
  readonly write: (value: number) => string;
}

export const PLAIN: NumberFormat = {
  read: (typed) => {
    const text = typed.trim().replace(",", ".");
    if (text === "") return null;
    return /^-?\d+(?:\.\d*)?$/.test(text) ? Number(text) : Number.NaN;
  },
  write: String,
};

const GRAMS_PER_KG = 1000;

/** Grams, typed as kilograms. */
export const KILOGRAMS: NumberFormat = {
  read: (typed) => {
    const kilograms = PLAIN.read(typed);
    return kilograms === null ? null : Math.round(kilograms * GRAMS_PER_KG);
  },
  write: (grams) => String(grams / GRAMS_PER_KG),
};
