import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "@jest/globals";
import * as z from "zod";
import { GUARDS } from "./guards/guards.ts";

const PROGRAM = fileURLToPath(new URL("guards/play-guards.ts", import.meta.url));
const laws = z.array(z.string());
const Played = z.array(
  z.object({
    name: z.string(),
    without: laws,
    withGuard: laws,
    /** Why the guard could not be removed: its text in `guards/` is out of date. */
    stale: z.string().nullable(),
  }),
);
const played = new Map<string, z.infer<typeof Played>[number]>();

// A process of its own, because Jest does not let a test change how modules are loaded.
beforeAll(() => {
  const text = execFileSync(process.execPath, [PROGRAM], { encoding: "utf8" });
  for (const one of Played.parse(JSON.parse(text))) played.set(one.name, one);
});

test.each(GUARDS)(
  "Without the guard that $name, a history breaks a law, and with it none",
  ({ name }) => {
    expect(played.get(name)).toMatchObject({ stale: null, withGuard: [] });
    expect(played.get(name)?.without).not.toEqual([]);
  },
);
