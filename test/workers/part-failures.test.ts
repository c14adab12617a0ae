import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import { runNodePart, startNodePart } from "../../tools/processes/node-part.ts";
import { requireWritableFolder } from "../../tools/processes/writable-folder.ts";

const place = mkdtempSync(join(tmpdir(), "part-failures-"));
afterAll(() => rmSync(place, { recursive: true }));

test("a part that fails is reported with the last ten lines that it wrote", async () => {
  const entry = join(place, "part.js");
  writeFileSync(
    entry,
    "for (let line = 1; line < 15; line += 1) console.log(`line ${line}.`); process.exit(3);",
  );
  const part = {
    name: "worker",
    entry: pathToFileURL(entry),
    env: {},
    onLine: () => undefined,
    onStart: () => undefined,
  };
  await expect(runNodePart(part)).rejects.toThrow(
    /^worker ended with code 3\. Its last lines:\n {2}line 5\.[\s\S]*\n {2}line 14\.$/,
  );
});

test("a part that starts again finds the compiled code of its former start", async () => {
  const entry = join(place, "compiled.js");
  writeFileSync(
    entry,
    `console.log(process.env.NODE_COMPILE_CACHE);
    console.log(JSON.stringify({ msg: "ready" }));
    setInterval(() => {}, 1000);`,
  );
  const lines: string[] = [];
  const part = {
    name: "worker",
    entry: pathToFileURL(entry),
    onLine: (line: string) => void lines.push(line),
    onStart: () => undefined,
  };
  for (const env of [{}, { NODE_COMPILE_CACHE: place }])
    await (await startNodePart({ ...part, env })).stop();
  expect(lines[0]).toMatch(/\/node_modules\/\.cache\/compiled$/);
  expect(lines[2]).toBe(place);
});

test("a folder that can be written is created and left empty", () => {
  requireWritableFolder(join(place, "new", "folder"), "ANY");
  expect(readdirSync(join(place, "new", "folder"))).toEqual([]);
});

test("a folder that cannot be written is named together with its variable", () => {
  writeFileSync(join(place, "file"), "");
  for (const path of [join(place, "file"), join(place, "file", "below")]) {
    expect(() => requireWritableFolder(path, "SIDELINE_DATA_DIR")).toThrow(
      `The folder ${path} cannot be written. Make it writable, or set SIDELINE_DATA_DIR to another.`,
    );
  }
});
