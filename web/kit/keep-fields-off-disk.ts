/**
 * Keeps typed text off the disk. A browser writes fields into the session that it restores after a crash, even with
 * `no-store`, unless the field refuses completion. A field with a completion of its own, such as the person's name, is
 * left alone.
 */
export function keepFieldsOffDisk(page: Document): void {
  // Before anything is typed: a field has the focus first.
  page.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || !target.matches("input, textarea, select")) return;
    if (!target.hasAttribute("autocomplete")) target.setAttribute("autocomplete", "off");
  });
}
