import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { SPELLED_LETTERS, foldName } from "../../../contract/relationships/fold-name.ts";
import { foldedName } from "../../../db/inbox/console/roster/folded-name.ts";
import { tables } from "../../../db/tables.ts";
import { campaignSeed, campaignSize } from "../../harness/campaign.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em } = await useOrm();
const SEED = campaignSeed();

/** Letters of the scripts in which people write names, alone and with the marks that stand apart. */
const aLetter = fc.oneof(
  fc.constantFrom(
    ...Object.keys(SPELLED_LETTERS),
    ...Array.from("ẞÆŒØŁĐÐÞĦŦŊİIΣ ’-.\u0301\u0308\u0327"),
  ),
  between(0x41, 0x17f),
  between(0x1e00, 0x1eff),
  between(0x391, 0x3c9),
  between(0x410, 0x44f),
  between(0x5b0, 0x5ea),
  between(0x621, 0x65f),
  between(0xac00, 0xac20),
);
/** Names of the plain keyboard alone take a shorter way. */
const aPlainLetter = between(0x20, 0x7e);
const aName = fc.oneof(
  fc.array(aLetter, { maxLength: 12 }),
  fc.array(aPlainLetter, { maxLength: 12 }),
);
const names = fc.array(aName, { minLength: 200, maxLength: 200 });

test(`PostgreSQL folds a name for search and order as the console and the words of a search are folded (--seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(names, async (drawn) => {
      const all = drawn.map((letters) => letters.join(""));
      const { rows } = await sql<{ folded: string }>`select ${foldedName("t.name")} as folded
        from unnest(${all}::text[]) with ordinality t(name, place) order by t.place`.execute(
        tables(em),
      );
      expect(rows.map(({ folded }) => folded)).toEqual(all.map(foldName));
    }),
    { seed: SEED, numRuns: campaignSize("DRAWN_CASES", 20) },
  );
});

function between(from: number, to: number): fc.Arbitrary<string> {
  return fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));
}
