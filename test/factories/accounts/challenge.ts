import { RESOURCE_METADATA_PATH } from "../../../contract/page-paths.ts";

/** `WWW-Authenticate` of a test's API: these parts, then the address of its metadata (RFC 9728). */
export function challengeWith(...parts: readonly string[]): string {
  const metadata = `resource_metadata="http://127.0.0.1${RESOURCE_METADATA_PATH}"`;
  return `Bearer ${[...parts, metadata].join(", ")}`;
}
