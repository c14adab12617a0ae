import { useState } from "react";
import { changesOf } from "./changes-of.ts";

/**
 * What a person has typed over stored values. A field that they did not touch follows the store, so a change that
 * somebody else saves meanwhile is shown and not undone.
 */
export function useDraft<Form extends Readonly<Record<string, string>>>(stored: Form): Draft<Form> {
  const [typed, setTyped] = useState<Partial<Form>>({});
  return {
    shown: { ...stored, ...typed },
    changes: changesOf(stored, typed),
    change: (field) => (value) => setTyped((known) => ({ ...known, [field]: value })),
    clear: () => setTyped({}),
  };
}

/** A form that is being filled in. */
export interface Draft<Form> {
  /** What the fields show. */
  readonly shown: Form;
  /** The fields that differ from the store. */
  readonly changes: Partial<Form>;
  /** Takes what was typed into a field. */
  readonly change: (field: keyof Form) => (value: string) => void;
  /** Shows the store again. */
  readonly clear: () => void;
}
