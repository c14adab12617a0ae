import { fileURLToPath } from "node:url";

const globals = fileURLToPath(new URL("tus-globals.ts", import.meta.url));

/**
 * Replaces the files of `tus-js-client` that only old browsers need. The library's source takes the place of its
 * translation to ES5. The browser's own URL and Base64 take the place of packages.
 */
export const TUS_ALIASES = {
  "tus-js-client/lib.es5/upload.js": "tus-js-client/lib/upload.js",
  "url-parse": globals,
  "js-base64": globals,
} as const;
