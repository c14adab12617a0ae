/**
 * The text of UTF-8 bytes that this library wrote. Hermes has no `TextDecoder`. Malformed bytes cannot occur, because
 * sealed content is authenticated.
 */
export function utf8Text(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length;) {
    const codes: number[] = [];
    while (from < bytes.length && codes.length < AT_ONCE) {
      const lead = bytes[from] ?? 0;
      const length = lengthOf(lead);
      let code = length === 1 ? lead : lead & (0xff >> (length + 1));
      for (let at = 1; at < length; at += 1) code = (code << 6) | ((bytes[from + at] ?? 0) & 0x3f);
      codes.push(code);
      from += length;
    }
    text += String.fromCodePoint(...codes);
  }
  return text;
}

/** Number of bytes of a character by its first byte (RFC 3629). */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Arguments of one call; engines limit their number. */
const AT_ONCE = 4_096;
