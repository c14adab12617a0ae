/** Puts the focus on what an act was about; a field that is not shown gives way to the first of its column. */
export function focusAim(root: Element, aim: Aim): void {
  const column = root.querySelector(COLUMNS[aim.kind]);
  const wanted = aim.kind === "FIELD" ? fieldIn(column, aim.field) : null;
  const found = wanted ?? column?.querySelector<HTMLElement>(CONTROL) ?? null;
  found?.focus();
  found?.scrollIntoView({ block: "nearest" });
}

/** Target of the focus: the chosen row, a field of the properties, the title, or the preview. */
export type Aim =
  | { readonly kind: "PREVIEW" | "ROW" | "TITLE" }
  | { readonly kind: "FIELD"; readonly field: string };

const COLUMNS = {
  ROW: ".form-list li:has([aria-current]), .form-list .form-tier:has([aria-current])",
  TITLE: ".form-list .form-title",
  FIELD: ".form-properties",
  PREVIEW: ".form-preview",
} as const satisfies Readonly<Record<Aim["kind"], string>>;

const CONTROL = "input, textarea, select, button";

function fieldIn(column: Element | null, field: string): HTMLElement | null {
  if (column === null || field === "") return null;
  const found = column.querySelector(`[data-field="${CSS.escape(field)}"]`);
  return found?.querySelector<HTMLElement>(CONTROL) ?? null;
}
