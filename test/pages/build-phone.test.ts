import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "@jest/globals";
import { phoneConfig } from "../../tools/phone/phone-config.ts";

const root = mkdtempSync(join(tmpdir(), "phone-"));
afterAll(() => rmSync(root, { recursive: true }));

const PAGE = `<html><head><link rel="icon" href="data:,">
<link rel="manifest" href="manifest.webmanifest"><link rel="stylesheet" href="./styles.css">
<script type="module" src="./main.tsx"></script></head><body><a href="#today">Today</a></body></html>`;

const SOURCES = {
  "index.html": PAGE,
  "main.tsx": `import "./card.css";
    new Worker(__PHONE_WORKER__, { type: "module" });
    void import("./upload.ts");`,
  "upload.ts": `export const upload: string = "loaded on demand";`,
  "styles.css": "body { color: green; }",
  "card.css": "p { color: red; }",
  "worker.ts": `self.onmessage = () => null;`,
  "offline-worker.ts": "self.precached = [__PHONE_FILES__, __PHONE_VERSION__];",
  "public/manifest.webmanifest": `{"name":"Sideline"}`,
};

describe("the build of the phone", () => {
  const built = buildOf("whole", SOURCES);
  const nameOf = (start: string) => built.names.find((name) => name.startsWith(start)) ?? "";

  test("makes flat files: hashed names from the bundler and for SQLite, fixed ones for page, settings and service worker", () => {
    const shapes = built.names.map((name) => name.replace(/-[0-9A-Z]{8}\./, "-HASH."));
    expect(shapes).toEqual([
      "config.json",
      "index.html",
      "main-HASH.css",
      "main-HASH.js",
      "manifest.webmanifest",
      "offline-worker.js",
      "sqlite3-HASH.wasm",
      "styles-HASH.css",
      "upload-HASH.js",
      "worker-HASH.js",
    ]);
  });

  test("gives the page the built names, and the styles that its scripts import", () => {
    const page = built.read("index.html");
    for (const name of [nameOf("main-"), nameOf("styles-"), "manifest.webmanifest"])
      expect(page).toContain(`="/phone/${name}"`);
    expect(page).toMatch(/<link rel="stylesheet" href="\/phone\/main-[0-9A-Z]{8}\.css"><\/head>/);
    expect(page).toContain('href="data:,"');
    expect(page).toContain('href="#today"');
  });

  test("tells the page where its worker is, and loads what is imported on demand only then", () => {
    const main = built.read(built.names.find((name) => /^main-.*js$/.test(name)) ?? "");
    expect(main).toContain(`"/phone/${nameOf("worker-")}"`);
    expect(main).not.toContain("loaded on demand");
    expect(built.read(nameOf("upload-"))).toContain("loaded on demand");
  });

  test("tells the service worker every other file with its size, and a version", () => {
    const precached = precachedBy(built);
    const others = built.names.filter((name) => name !== "offline-worker.js");
    const expected = others.map((name) => ({
      path: name === "index.html" ? "/phone/" : `/phone/${name}`,
      bytes: built.bytesOf(name),
    }));
    expect(precached.files.toSorted(byPath)).toEqual(expected.toSorted(byPath));
    expect(precached.version).toMatch(/^[0-9a-f]{16}$/);
  });

  test("has the same version from the same sources, and another one if a word of the page differs", () => {
    const again = buildOf("again", SOURCES);
    const other = buildOf("other", {
      ...SOURCES,
      "index.html": PAGE.replace("Today", "Tomorrow"),
    });
    expect(precachedBy(again).version).toBe(precachedBy(built).version);
    expect(precachedBy(other).version).not.toBe(precachedBy(built).version);
  });

  test("replaces a folder, so that no file of an earlier build is served", () => {
    buildOf("replaced", SOURCES);
    const later = buildOf("replaced", {});
    expect(later.names).toEqual(["config.json", "index.html"]);
  });

  test("without its sources serves a page that says so in both languages", () => {
    const page = buildOf("none", {}).read("index.html");
    expect(page).toContain("The phone is not built");
    expect(page).toContain("Das Telefon ist nicht gebaut");
  });

  test("gives the page what a sign-in needs, and nothing secret", () => {
    expect(JSON.parse(built.read("config.json"))).toEqual({
      issuer: "http://127.0.0.1:4000",
      clients: { CLIENT_MOBILE: "sideline-client-mobile", COACH_MOBILE: "sideline-coach-mobile" },
      scope: "openid email profile phone offline_access sideline",
      resource: "urn:sideline:api",
    });
  });

  test("fails for a page that names a file which does not exist, and names the file", () => {
    const sources = { ...SOURCES, "index.html": PAGE.replace("main.tsx", "man.tsx") };
    expect(() => buildOf("broken", sources)).toThrow(/names man\.tsx, which is no file/);
  });

  test("fails for a source that does not compile, and names it", () => {
    const sources = { ...SOURCES, "worker.ts": "const = 1;" };
    expect(() => buildOf("faulty", sources)).toThrow(/worker\.ts:1/);
  });
});

type Listed = { readonly path: string; readonly bytes: number };
type Built = ReturnType<typeof buildOf>;

const byPath = (a: Listed, b: Listed) => (a.path < b.path ? -1 : 1);

/**
 * The definitions in the built service worker. Its script is run, because a minifier may write an object in many ways.
 */
function precachedBy({ read }: Built): { files: Listed[]; version: string } {
  const self: { precached?: [Listed[], string] } = {};
  runInNewContext(read("offline-worker.js"), { self });
  const [files, version] = self.precached ?? [[], ""];
  return { files, version };
}

/** Builds in a separate process: esbuild does not recognise a byte array of Jest's realm. */
function buildOf(name: string, sources: Readonly<Record<string, string>>) {
  const source = join(root, `${name}-${Object.keys(sources).length}`);
  const target = join(root, `${name}-built`);
  mkdirSync(source, { recursive: true });
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), text);
  }
  const options = { source, target, config: phoneConfig("http://127.0.0.1:4000") };
  const script = `import { buildPhone } from "./tools/phone/build-phone.ts";
    await buildPhone(${JSON.stringify(options)});`;
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd, stdio: "pipe" });
  return {
    names: readdirSync(target).toSorted(),
    read: (file: string) => readFileSync(join(target, file), "utf8"),
    bytesOf: (file: string) => readFileSync(join(target, file)).byteLength,
  };
}
