/** Whether keys without Ctrl act in this browser: the person's choice (WCAG 2.1.4), and yes until they choose. */
export function hasLetterKeys(): boolean {
  try {
    return localStorage.getItem(NAME) !== OFF;
  } catch {
    return true;
  }
}

/** Keeps the choice. Where storage is refused, it counts until the page is left. */
export function keepLetterKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, OFF);
  } catch {
    // The page goes on with the choice in memory.
  }
}

const NAME = "letter-keys";
const OFF = "off";
