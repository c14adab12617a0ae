import { PHONE_PATHS } from "../../contract/page-paths.ts";
import type { BundledEntries } from "./bundle-entries.ts";

/**
 * The page with the built names of the files that it names, and links to the styles that its scripts import. Throws
 * for a name without a file, which would be a broken page.
 */
export function phoneHtml(html: string, { main, copied }: PhoneHtmlFiles): string {
  const builtOf = (name: string) => {
    const built = main.find(name) ?? (copied.has(name) ? name : null);
    if (built === null) throw new Error(`The page of the phone names ${name}, which is no file.`);
    return built;
  };
  const links = main.styles.map((name) => `<link rel="stylesheet" href="${addressOf(name)}">`);
  return html
    .replaceAll(OWN_NAME, (_found, start: string, name: string) => {
      return `${start}${addressOf(builtOf(name))}"`;
    })
    .replace("</head>", `${links.join("")}</head>`);
}

/** The files beside the page that it names, in `src` and `href`. */
export function namedFiles(html: string): readonly string[] {
  return [...html.matchAll(OWN_NAME)].map(([, , name = ""]) => name);
}

interface PhoneHtmlFiles {
  readonly main: BundledEntries;
  /** Names of files that are copied as they are. */
  readonly copied: ReadonlySet<string>;
}

/** `src="./main.tsx"` and the like; an address with a scheme, a slash or a fragment is no name beside the page. */
const OWN_NAME = /(\s(?:src|href)=")(?:\.\/)?([\w][\w.-]*)"/g;

const addressOf = (name: string) => `${PHONE_PATHS.page}${name}`;
