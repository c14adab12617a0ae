import { format } from "oxfmt";
import { answerVectors } from "./answer-vectors.ts";
import { canonicalVectors, fingerprintVectors } from "./canonical-vectors.ts";
import { draftVectors } from "./draft-vectors.ts";
import { pauseVectors } from "./pause-vectors.ts";
import type { Vectors } from "./types.ts";
import { verdictVectors } from "./verdict-vectors.ts";

/**
 * The decisions of the library as cases in JSON, for the tests of apps in other languages: text of each file of
 * `device/vectors/`, by its path.
 */
export async function deviceVectors(): Promise<ReadonlyMap<string, string>> {
  const vectors: readonly Vectors[] = [
    await canonicalVectors(),
    await fingerprintVectors(),
    answerVectors(),
    verdictVectors(),
    pauseVectors(),
    draftVectors(),
  ];
  const files = vectors.map(async ({ name, ...content }) => {
    const path = `device/vectors/${name}.json`;
    const { code } = await format(path, JSON.stringify(content), { printWidth: 100 });
    return [path, code] as const;
  });
  return new Map(await Promise.all(files));
}
