import { useCallback, useState } from "react";
import type { UnsentEditsPlace } from "../../drafts/unsent-place.ts";
import { useUnsentEdits } from "../../drafts/use-unsent-edits.ts";
import {
  type Typed,
  NOTHING_TYPED,
  isBehind,
  isTyped,
  settled,
  withField,
} from "./typed-fields.ts";
import { changesOf } from "./changes-of.ts";

/**
 * A person's input over stored values. A field that they did not touch follows the store, so a change that somebody
 * else saves meanwhile is shown and not undone. Input survives a reload.
 */
export function useDraft<Form extends Readonly<Record<string, string>>>(
  stored: Form,
  { place, id }: DraftPlace,
): Draft<Form> {
  const [typed, setTyped] = useState<Typed<Form>>(NOTHING_TYPED);
  const changes = changesOf(stored, typed.fields);
  const isChanged = Object.keys(changes).length > 0;
  const { isRestored } = useUnsentEdits<string>({
    place,
    id,
    // A text, because the changes are made anew each time.
    edits: isChanged ? JSON.stringify({ ...typed, fields: changes }) : null,
    isOf: (found) => typeof found === "string",
    restore: (kept) => {
      const found: unknown = JSON.parse(kept);
      if (!isTyped(found, stored)) return false;
      setTyped(found);
      return Object.keys(changesOf(stored, found.fields)).length > 0;
    },
  });
  return {
    shown: { ...stored, ...typed.fields },
    changes,
    isRestored,
    isBehind: isBehind(typed, stored),
    change: (field) => (value) => setTyped((known) => withField(known, { field, value, stored })),
    saved: useCallback((sent) => setTyped((known) => settled(known, sent)), []),
    discard: () => setTyped(NOTHING_TYPED),
    keep: () => setTyped(({ fields }) => ({ fields, over: stored })),
  };
}

/** Names the form, so that its typed values are found again. */
export interface DraftPlace {
  readonly place: UnsentEditsPlace;
  readonly id: string;
}

/** A form that is being filled in. */
export interface Draft<Form> {
  /** Values of the fields. */
  readonly shown: Form;
  /** The fields that differ from the store. */
  readonly changes: Partial<Form>;
  /** Whether fields from before a reload are shown. */
  readonly isRestored: boolean;
  /** Whether the store of a typed field has changed since it was typed. */
  readonly isBehind: boolean;
  /** Takes what was typed into a field. */
  readonly change: (field: keyof Form) => (value: string) => void;
  /** Reports that the store has these fields. Input since they were sent stays. The function keeps its identity. */
  readonly saved: (sent: Partial<Form>) => void;
  /** Shows the store again. */
  readonly discard: () => void;
  /** Goes on with what is typed, over what the store has. */
  readonly keep: () => void;
}
