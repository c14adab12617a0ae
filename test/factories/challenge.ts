import { RESOURCE_METADATA_PATH } from "../../api/pages/paths.ts";

/** What `WWW-Authenticate` of a test's API says: these parts, then where its metadata are (RFC 9728). */
export function challengeWith(...parts: readonly string[]): string {
  const metadata = `resource_metadata="http://127.0.0.1${RESOURCE_METADATA_PATH}"`;
  return `Bearer ${[...parts, metadata].join(", ")}`;
}
