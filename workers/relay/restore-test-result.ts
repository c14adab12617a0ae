import { readFile } from "node:fs/promises";
import * as z from "zod";

/** Reads the result of the last restore test; null if there is none that can be read. */
export async function readRestoreTest(file: string): Promise<RestoreTestResult | null> {
  try {
    return restoreTestSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

/** The file that a restore test writes at its end. */
export const restoreTestSchema = z.object({
  /** Path of the tested backup; null if none was found. */
  backup: z.string().nullable(),
  endedAt: z.iso.datetime(),
  /** The reason why the test failed; null if it passed. */
  failure: z.string().nullable(),
  /** The end of the last test that passed; null if none did. */
  succeededAt: z.iso.datetime().nullable(),
});

/** The result of a restore test. */
export type RestoreTestResult = z.infer<typeof restoreTestSchema>;
