/** Each place in braces of a sentence as an element that the page's script fills, as text. */
export const withPlaces = (sentence: string): string =>
  sentence.replaceAll(/\{(\w+)\}/g, '<strong data-fill="$1"></strong>');
