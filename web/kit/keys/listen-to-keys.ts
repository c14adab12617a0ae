import type { KeyMap } from "./key-map.ts";

/** Passes key presses of the page to its key map. @returns what ends it. */
export function listenToKeys(page: Document, map: KeyMap): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const press = { key, ctrlKey, metaKey, altKey, shiftKey, isComposing };
    if (map.press({ ...press, isTyping: isTextField(event.target) })) event.preventDefault();
  };
  page.addEventListener("keydown", onKeyDown);
  return () => page.removeEventListener("keydown", onKeyDown);
}

/** True for fields in which a person types, and for lists that select by typing. */
function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="listbox"], [role="menu"]') !== null)
    return true;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
