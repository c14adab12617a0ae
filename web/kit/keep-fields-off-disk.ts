/**
 * Keeps what a person types off the disk. A browser writes the text of fields into the session that it restores after
 * a crash, also that of a page with `no-store`, unless the field refuses to be completed. A field that names its own
 * completion, such as the person's name, is left alone.
 */
export function keepFieldsOffDisk(page: Document): void {
  // Before anything is typed: a field has the focus first.
  page.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || !target.matches("input, textarea, select")) return;
    if (!target.hasAttribute("autocomplete")) target.setAttribute("autocomplete", "off");
  });
}
