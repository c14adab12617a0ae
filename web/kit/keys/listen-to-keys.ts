import type { KeyMap } from "./key-map.ts";

/** Passes key presses of the page to its key map. @returns what ends it. */
export function listenToKeys(page: Document, map: KeyMap): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || takesItself(event)) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const press = { key, ctrlKey, metaKey, altKey, shiftKey, isComposing };
    if (map.press({ ...press, isTyping: isTextField(event.target) })) event.preventDefault();
  };
  page.addEventListener("keydown", onKeyDown);
  return () => page.removeEventListener("keydown", onKeyDown);
}

/** A button, box or film that has the focus takes Space and Enter itself; a link takes Enter. */
function takesItself({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || (key !== " " && key !== "Enter")) return false;
  const owners = key === "Enter" ? `${OWNERS}, a[href]` : OWNERS;
  return target.matches(owners);
}

const OWNERS = "button, summary, video, input[type=checkbox], input[type=radio]";

/** True for fields in which a person types, and for lists that select by typing. */
function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="listbox"], [role="menu"]') !== null)
    return true;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
