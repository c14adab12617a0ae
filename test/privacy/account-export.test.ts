import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { EXPORT_SECTIONS } from "../../contract/privacy/export-vocabulary.ts";
import {
  exportDeadline,
  exportDocument,
  exportExpiresAt,
  type ExportPart,
  sectionAfter,
  sectionsDone,
} from "../../rules/privacy/account-export.ts";
import { textOf as pageOf } from "../docs/house-files.ts";
import { textOf } from "../factories/privacy/account-export.ts";

const NOW = new Date("2026-01-05T08:00:00.000Z");
const HOUR_MS = 3_600_000;

const documentOf = (parts: readonly ExportPart[]) => textOf(exportDocument(NOW, each(parts)));

describe("the document of an export", () => {
  const facts = fc.array(fc.record({ id: fc.uuid(), word: fc.string() }), { minLength: 1 });
  const slices = fc.array(facts, { maxLength: 3 });

  test("is one JSON object with every section, each fact once and in order, however it was sliced", async () => {
    const sliced = fc.tuple(...EXPORT_SECTIONS.map(() => slices));
    await fc.assert(
      fc.asyncProperty(sliced, async (written) => {
        const parts = EXPORT_SECTIONS.flatMap((section, index) =>
          (written[index] ?? []).map((slice) => ({
            section,
            facts: slice.map((fact) => JSON.stringify(fact)).join(","),
          })),
        );
        expect(JSON.parse(await documentOf(parts))).toEqual({
          format: "sideline-account/1",
          readyAt: NOW.toISOString(),
          ...Object.fromEntries(
            EXPORT_SECTIONS.map((section, index) => [section, (written[index] ?? []).flat()]),
          ),
        });
      }),
      { numRuns: 50 },
    );
  });

  test("is never completed if its parts are out of order", async () => {
    const parts: ExportPart[] = [
      { section: "media", facts: "{}" },
      { section: "account", facts: "{}" },
    ];
    await expect(documentOf(parts)).rejects.toThrow("out of order");
  });
});

describe("an export", () => {
  test("continues at once until it is complete, then waits for its expiry, a day later", () => {
    const expiresAt = exportExpiresAt(NOW);
    expect(expiresAt.getTime() - NOW.getTime()).toBe(24 * HOUR_MS);
    const mine = { userStatus: "ACTIVE" } as const;
    expect(exportDeadline({ ...mine, expiresAt: null }, NOW)).toEqual({ at: NOW, reason: "SLICE" });
    expect(exportDeadline({ ...mine, expiresAt }, NOW)).toEqual({
      at: expiresAt,
      reason: "EXPIRY",
    });
    expect(exportDeadline({ ...mine, expiresAt }, expiresAt)).toBeNull();
  });

  test.each(["PENDING_DELETION", "SUSPENDED"] as const)(
    "of a person who is %s is over",
    (userStatus) => {
      expect(exportDeadline({ userStatus, expiresAt: null }, NOW)).toBeNull();
      expect(exportDeadline({ userStatus, expiresAt: exportExpiresAt(NOW) }, NOW)).toBeNull();
    },
  );

  test("visits every section, once", () => {
    const come = [...EXPORT_SECTIONS].map(sectionAfter);
    expect(come).toEqual([...EXPORT_SECTIONS.slice(1), null]);
    expect(sectionsDone("account")).toBe(0);
    expect(sectionsDone(null)).toBe(EXPORT_SECTIONS.length);
  });
});

describe("docs/personal-data.md", () => {
  const page = pageOf("docs/personal-data.md");
  const section = page.slice(page.indexOf("## What an export holds"));
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)];
  const names: readonly string[] = EXPORT_SECTIONS;
  const lists = rows.filter(([, name = ""]) => names.includes(name));
  const leftOut = rows.flatMap(([, name = ""]) => (names.includes(name) ? [] : [name]));

  test("names every list of an export, in its order", () => {
    // A list with the name of a table counts too.
    expect(lists.map(([, name]) => name)).toEqual([...EXPORT_SECTIONS]);
  });

  test("says for every erased table which list contains it, or why none does", () => {
    const erased = [...page.matchAll(/^\| `(\w+)` +\| erased +\|/gm)].map(([, name = ""]) => name);
    const exported = lists.flatMap(([, , of = ""]) =>
      [...of.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    );
    expect(erased.length).toBeGreaterThan(20);
    expect(erased.filter((name) => !exported.includes(name) && !leftOut.includes(name))).toEqual(
      [],
    );
    expect(leftOut.filter((name) => exported.includes(name) || !erased.includes(name))).toEqual([]);
  });
});

async function* each(parts: readonly ExportPart[]): AsyncGenerator<ExportPart> {
  yield* parts;
}
