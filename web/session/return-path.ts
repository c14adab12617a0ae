import { CONSOLE_PATHS } from "../../contract/console-paths.ts";

/**
 * True for an address of the console, path and query: the only places that a sign-in returns to. Another origin, a
 * page of another kind, and the callback itself are none.
 */
export function isConsolePath(address: string): boolean {
  const [path = ""] = address.split(/[?#]/, 1);
  return PATTERNS.some((pattern) => pattern.test(path));
}

const PATTERNS = Object.values(CONSOLE_PATHS)
  .filter((path) => path !== CONSOLE_PATHS.callback)
  .map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, "[\\w-]{1,64}")}$`));
