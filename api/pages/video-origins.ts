import type { MediaProvider } from "../../activities/exercises/media/media-desk.ts";

/**
 * The origins of the providers' videos, for the policy of a page. They are https; a host of this machine is a fake
 * provider's, which speaks http.
 */
export function videoOrigins(providers: readonly MediaProvider[]): readonly string[] {
  const hosts = providers.flatMap(({ record, media }) => (media === null ? [] : record.mediaHosts));
  return [...new Set(hosts)].filter((host) => HOST.test(host)).map(originOf);
}

/** Anything else in a policy could open it. */
const HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/iu;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost)(?::|$)/u;

const originOf = (host: string): string =>
  LOOPBACK.test(host) ? `http://${host}` : `https://${host}`;
