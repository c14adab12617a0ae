import { describe, expect, test } from "@jest/globals";
import {
  BUNDLE_BUDGET_BYTES,
  ForbiddenImportError,
  buildBundle,
} from "../../workers/worker/build-bundle.ts";
import { cachedWorkflows } from "../../workers/worker/open-worker.ts";
import { plantedBundle } from "../factories/workers/planted-bundle.ts";

describe("the workflow bundle", () => {
  test("contains nothing forbidden and stays within its size budget", async () => {
    const { sizeBytes } = await buildBundle();
    expect(sizeBytes).toBeLessThan(BUNDLE_BUDGET_BYTES);
  });

  test.each(["zod", "@mikro-orm/core", "express", "node:fs", "crypto", "@opentelemetry/api"])(
    "is refused with %s inside, naming the import and its importer",
    async (specifier) => {
      const name = `imports-${specifier.replaceAll(/\W/g, "-")}`;
      const source = `import * as heavy from "${specifier}";
        export async function planted() { return Object.keys(heavy).length; }`;
      const built = plantedBundle(name, source);
      await expect(built).rejects.toThrow(ForbiddenImportError);
      await expect(built).rejects.toThrow(new RegExp(`${name}.js imports ${specifier}`));
    },
  );
});

test("the cache of workflows is limited by memory", () => {
  expect([50e6, 768e6, 2e9, 64e9].map(cachedWorkflows)).toEqual([100, 384, 1_000, 2_000]);
});
