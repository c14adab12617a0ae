/**
 * Text within a name that a mail program would turn into a link. It is a scheme, `www.`, an address, or a host with a
 * path or with a domain that is common in such mails.
 */
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|[^\s@]@[^\s@]+\.[^\s@]|\.[\p{L}\p{N}-]{2,}[/?#]|[\p{L}\p{N}-]\.(?:com|net|org|info|biz|io|co|app|dev|xyz|top|site|online|shop|club|link|click|me|ly|gg|tv|ru|cn|tk|de|ch|at|eu|uk|us|in)(?![\p{L}\p{N}])/iu;

/** Characters that are invisible or that change the direction of the text after them. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u2800]/u;

/** Emoji, including their joiners, variation selectors and tags. */
const EMOJI = /\p{RGI_Emoji}|\p{Emoji}\uFE0F?\u20E3?|\p{Extended_Pictographic}\uFE0E/gv;

/** Persian and the scripts of India use joiners between the letters of a word. */
const JOINERS =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])[\u200C\u200D]/gu;

/** Whether a name contains text that a mail program would turn into a link. */
export function containsLink(name: string): boolean {
  return LINK.test(name.normalize("NFKC"));
}

/** Whether a name contains characters that are invisible or that change the direction of the text around them. */
export function containsHiddenMarks(name: string): boolean {
  return HIDDEN.test(name.replaceAll(EMOJI, "").replaceAll(JOINERS, ""));
}
