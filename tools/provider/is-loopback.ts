/** True for a URL or origin of this machine; false for anything else. */
export function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK_NAMES.includes(new URL(url).hostname);
}

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];
