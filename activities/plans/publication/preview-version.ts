import type { SeenPreview } from "../../../rules/plans/publication/judge-preview.ts";

/**
 * The version of a preview, as a coach sends it back: a format number, both revisions, then the following and the
 * other assignments. It is not signed: whoever forges one only deceives themselves.
 */
export function encodePreviewVersion(seen: SeenPreview): string {
  const { draftRevision, newestRevision, following, staying } = seen;
  return [FORMAT, draftRevision, newestRevision, packed(following), packed(staying)].join(".");
}

/** The preview that a version names; null if nobody has made such a version. */
export function decodePreviewVersion(version: string): SeenPreview | null {
  const [format, draftRevision, newestRevision, following = "", staying = ""] = version.split(".");
  const lists = [following, staying].map(unpacked);
  const [follows, stays] = lists;
  if (format !== FORMAT || follows === undefined || stays === undefined) return null;
  if (follows === null || stays === null) return null;
  return {
    draftRevision: Number(draftRevision),
    newestRevision: Number(newestRevision),
    following: follows,
    staying: stays,
  };
}

const FORMAT = "1";
/** Hexadecimal digits of an id. */
const ID_DIGITS = 32;

function packed(ids: readonly string[]): string {
  const digits = ids
    .toSorted()
    .map((id) => id.replaceAll("-", ""))
    .join("");
  return Buffer.from(digits, "hex").toString("base64url");
}

function unpacked(text: string): readonly string[] | null {
  const digits = Buffer.from(text, "base64url").toString("hex");
  if (digits.length % ID_DIGITS !== 0) return null;
  return (digits.match(/.{32}/g) ?? []).map((id) =>
    id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  );
}
