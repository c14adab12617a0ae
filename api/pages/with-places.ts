/** Replaces each place in braces of a sentence by an element that the page's script fills with text. */
export const withPlaces = (sentence: string): string =>
  sentence.replaceAll(/\{(\w+)\}/g, '<strong data-fill="$1"></strong>');
