import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PHONE_PATHS } from "../../contract/page-paths.ts";
import { type PhoneFile, bundleEntries } from "./bundle-entries.ts";
import type { PhoneConfig } from "./phone-config.ts";
import { namedFiles, phoneHtml } from "./phone-html.ts";
import { namingSqlite, sqliteFile } from "./sqlite-file.ts";
import { unbuiltPage } from "./unbuilt-page.ts";

/**
 * Builds the stand-in page for our native apps into a folder that the API serves as it is. All files are flat,
 * and those of the bundler and SQLite have the hash of their content in their name.
 *
 * - `index.html` names its entries (`main.tsx`, styles, files of `public/`), and gets their built names.
 * - The entries know the worker's address as `__PHONE_WORKER__`.
 * - The service worker knows all other files as `__PHONE_FILES__`, a list of `{ path, bytes }`, and the hash of their
 *   names and contents as `__PHONE_VERSION__`.
 * - `config.json` has what a sign-in needs.
 *
 * The folder is replaced. Returns its files.
 */
export async function buildPhone(options: PhoneOptions): Promise<readonly PhoneFile[]> {
  const files = await filesOf(options);
  rmSync(options.target, { recursive: true, force: true });
  mkdirSync(options.target, { recursive: true });
  for (const { name, bytes } of files) writeFileSync(join(options.target, name), bytes);
  return files;
}

/** The sources of the page, the folder of the built page, and the facts of its stack. */
export interface PhoneOptions {
  /** The floor `phone/`. */
  readonly source: string;
  readonly target: string;
  readonly config: PhoneConfig;
}

const PAGE = "index.html";

async function filesOf({ source, config }: PhoneOptions): Promise<readonly PhoneFile[]> {
  const settings = fileOf("config.json", `${JSON.stringify(config)}\n`);
  const page = join(source, PAGE);
  if (!existsSync(page)) return [fileOf(PAGE, unbuiltPage()), settings];
  const html = readFileSync(page, "utf8");
  const copied = copiedFiles(join(source, "public"));
  const sqlite = sqliteFile();
  const worker = await bundleEntries({
    source,
    entries: ["worker.ts"],
    plugins: sqlite === null ? [] : [namingSqlite(sqlite)],
  });
  const address = `${PHONE_PATHS.page}${worker.nameOf("worker.ts")}`;
  const main = await bundleEntries({
    source,
    entries: namedFiles(html).filter((name) => existsSync(join(source, name))),
    define: { __PHONE_WORKER__: address },
  });
  const shown = phoneHtml(html, { main, copied: new Set(copied.map(({ name }) => name)) });
  const built = [...main.files, ...worker.files, ...(sqlite === null ? [] : [sqlite])];
  const cached = [fileOf(PAGE, shown), settings, ...built, ...copied];
  const precaching = await bundleEntries({
    source,
    entries: ["offline-worker.ts"],
    isScript: true,
    define: { __PHONE_FILES__: cached.map(listed), __PHONE_VERSION__: versionOf(cached) },
  });
  return [...cached, ...precaching.files];
}

/** The files of `public/`, as they are. */
function copiedFiles(folder: string): readonly PhoneFile[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

function fileOf(name: string, text: string): PhoneFile {
  return { name, bytes: Buffer.from(text) };
}

/** As the service worker fetches it; the page has its own address. */
function listed({ name, bytes }: PhoneFile) {
  const path = `${PHONE_PATHS.page}${name === PAGE ? "" : name}`;
  return { path, bytes: bytes.byteLength };
}

function versionOf(files: readonly PhoneFile[]): string {
  const hash = createHash("sha256");
  for (const { name, bytes } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(name).update(createHash("sha256").update(bytes).digest());
  }
  return hash.digest("hex").slice(0, 16);
}
