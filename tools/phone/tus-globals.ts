/** The part of the package `js-base64` that `tus-js-client` uses. */
export const Base64 = { encode };

// oxlint-disable-next-line import/no-default-export -- `tus-js-client` imports `url-parse` so.
export default URL;

/** Base64 of a text in UTF-8. */
function encode(text: string): string {
  // `btoa` takes one character for each byte.
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
