import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type SliceRow, sliceDigest } from "../../contract/sync/slice-digest.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { sha256 } from "../../rules/sha256.ts";

const revisions = fc.oneof(fc.nat(), fc.stringMatching(/^[0-9a-f]{64}$/), fc.constant("ACTIVE"));
const rows = fc.uniqueArray(fc.record({ id: fc.uuid(), revision: revisions }), {
  selector: ({ id }) => id,
  maxLength: 30,
});
const someRows = rows.filter(({ length }) => length > 0);

/** Picks an index of a list by any number. */
const at = (list: readonly SliceRow[], number: number) => number % list.length;

describe("the digest of a slice", () => {
  test("is that of the RFC 8785 form of its rows, and of the empty text if it has none", async () => {
    expect(await sliceDigest([], sha256)).toBe(
      "sha-256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
    );
  });

  test("does not depend on the order in which rows are stored", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), async (list, number) => {
        const cut = list.length === 0 ? 0 : at(list, number);
        const turned = [...list.slice(cut), ...list.slice(0, cut)].toReversed();
        expect(await sliceDigest(turned, sha256)).toBe(await sliceDigest(list, sha256));
      }),
    );
  });

  test("differs if a row is missing, added, changed or replaced by another", async () => {
    await fc.assert(
      fc.asyncProperty(
        someRows,
        fc.nat(),
        fc.record({ id: fc.uuid(), revision: revisions }),
        async (list, number, other) => {
          const index = at(list, number);
          const lost = list.filter((_, place) => place !== index);
          const digests = [list, lost];
          if (list.every(({ id }) => id !== other.id)) {
            digests.push([...list, other], list.with(index, other));
          }
          const row = list[index];
          if (row !== undefined && row.revision !== other.revision) {
            digests.push(list.with(index, { ...row, revision: other.revision }));
          }
          const found = new Set(
            await Promise.all(digests.map((each) => sliceDigest(each, sha256))),
          );
          expect(found.size).toBe(digests.length);
        },
      ),
    );
  });

  test("differs if two rows exchange their revisions", async () => {
    const [one, other] = [
      "0198f6a0-0000-7000-8000-000000000001",
      "0198f6a0-0000-7000-8000-000000000002",
    ];
    const kept = [
      { id: one, revision: 1 },
      { id: other, revision: 2 },
    ];
    const crossed = [
      { id: one, revision: 2 },
      { id: other, revision: 1 },
    ];
    expect(await sliceDigest(crossed, sha256)).not.toBe(await sliceDigest(kept, sha256));
  });

  test("of a day is the checksum of its agenda", async () => {
    const tasks = fc.array(fc.record({ id: fc.uuid(), revision: fc.nat() }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(tasks, async (list) => {
        expect(await agendaChecksum({ tasks: list.slice(0, 3), notices: list.slice(3) })).toBe(
          await sliceDigest(list, sha256),
        );
      }),
    );
  });
});
