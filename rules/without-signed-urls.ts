/** In place of an address that was signed. */
export const SIGNED_URL = "[signed URL]";

/** What an address is signed by, written as it is or within another address. */
const SIGNATURE =
  /(?<![a-z])(?:token|expires|signature|sig|x-amz-security-token|x-goog-signature)(?:=|%3d|\\u003d)/i;

/** Everything up to the next space, quote or bracket: an address never goes beyond it, also in JSON. */
const RUN = /(?:\\\/|\\u00(?:2f|3d|26)|[^\s"'`<>\\])+/gi;

/**
 * The text without addresses that were signed: whoever has one of them sees the video, so it stands in no log, no
 * problem, no trace (docs/rooms/exercises.md#signed-urls). The whole address goes, its host too; a signature
 * that stands alone goes as well. The one function that knows what such an address looks like.
 */
export function withoutSignedUrls(text: string): string {
  if (!SIGNATURE.test(text)) return text;
  return text.replaceAll(RUN, (run) => (SIGNATURE.test(run) ? SIGNED_URL : run));
}
