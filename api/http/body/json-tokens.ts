const BACKSLASH = 0x5c;

/**
 * Index after the closing quote of the string that opens at `start`; for an unclosed string the end of the
 * text, or `most` if it goes further.
 */
export function endOfString(text: string, start: number, most: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && quote < most) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return Math.min(text.length, most);
}

/** Index after the number that begins at `start`. */
export function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && IN_NUMBER[text.charCodeAt(end)] === 1) end += 1;
  return end;
}

const IN_NUMBER = new Uint8Array(128);
for (const char of Buffer.from("0123456789+-.eE")) IN_NUMBER[char] = 1;

/** Whether a number is not finite as a double, or an integer that a double cannot represent exactly. */
export function isUnsafeNumber(literal: string): boolean {
  if (literal.length < 16 && !/[eE]/.test(literal)) return false;
  const value = Number(literal);
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** The text of a quoted string; any other text unchanged. */
export function unescapeString(content: string): string {
  try {
    return String(JSON.parse(content));
  } catch {
    return content;
  }
}
