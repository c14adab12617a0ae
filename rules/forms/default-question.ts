/** Defaults of most questions: required, always shown, mapped to no field. */
export const ASKED = { help: null, required: true, showIf: null, mapsTo: null } as const;

/** As {@link ASKED}, but not required. */
export const OPTIONAL = { ...ASKED, required: false } as const;

/** An option of a choice. */
export const option = (optionId: string, label: string) => ({ optionId, label });
