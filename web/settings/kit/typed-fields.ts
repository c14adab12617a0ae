/** Values that a person has typed, by field, and the stored ones when they began with each. */
export interface Typed<Form> {
  readonly fields: Partial<Form>;
  readonly over: Partial<Form>;
}

export const NOTHING_TYPED = { fields: {}, over: {} } as const;

/** The typed values after another value of a field. A field with its stored value follows the store again. */
export function withField<Form extends Readonly<Record<string, string>>>(
  typed: Typed<Form>,
  { field, value, stored }: TypedValue<Form>,
): Typed<Form> {
  if (value === stored[field]) return settled(typed, onlyField(typed.fields, field));
  const { fields, over } = typed;
  return {
    fields: { ...fields, [field]: value },
    over: over[field] === undefined ? { ...over, [field]: stored[field] } : over,
  };
}

function onlyField<Form>(fields: Partial<Form>, field: keyof Form): Partial<Form> {
  const only: Partial<Form> = {};
  only[field] = fields[field];
  return only;
}

interface TypedValue<Form> {
  readonly field: keyof Form;
  readonly value: string;
  readonly stored: Form;
}

/** The typed values that are left after some fields were saved: those that changed since then. */
export function settled<Form>({ fields, over }: Typed<Form>, sent: Partial<Form>): Typed<Form> {
  const left: Partial<Form> = {};
  const leftOver: Partial<Form> = {};
  for (const field in fields) {
    if (fields[field] === sent[field]) continue;
    left[field] = fields[field];
    // A field that was sent too is typed over what the store has just got.
    if (sent[field] === undefined) leftOver[field] = over[field];
  }
  return { fields: left, over: leftOver };
}

/** Whether somebody else has saved a field since it was typed, and neither value is the other. */
export function isBehind<Form>({ fields, over }: Typed<Form>, stored: Form): boolean {
  for (const field in fields) {
    const isMoved = over[field] !== undefined && over[field] !== stored[field];
    if (isMoved && fields[field] !== stored[field]) return true;
  }
  return false;
}

/** Whether something that was kept is fields of this form. */
export function isTyped<Form extends Readonly<Record<string, string>>>(
  found: unknown,
  stored: Form,
): found is Typed<Form> {
  if (typeof found !== "object" || found === null || !("fields" in found && "over" in found))
    return false;
  return [found.fields, found.over].every(
    (part) =>
      typeof part === "object" &&
      part !== null &&
      Object.entries(part).every(([name, value]) => name in stored && typeof value === "string"),
  );
}
