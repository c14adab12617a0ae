import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readCsv } from "../../rules/invitations/read-csv.ts";
import { readInvitees } from "../../rules/invitations/read-invitees.ts";

const read = (text: string) =>
  readInvitees(text, { most: 200, isName: (name) => !name.includes("www.") });

describe("A file of people", () => {
  test("finding 8: unreadable invitations: a CSV is read as spreadsheets write it", () => {
    const lines = [
      {
        line: 2,
        contact: { kind: "EMAIL", value: "ana@example.com" },
        name: "Silva, Ana",
        fault: null,
      },
      { line: 4, contact: { kind: "PHONE", value: "+491512345678" }, name: undefined, fault: null },
    ];
    for (const separator of [",", ";", "\t"])
      for (const end of ["\n", "\r\n", "\r"]) {
        const rows = [
          ["Email", " phone ", "NAME"],
          ["Ana@Example.com", "", '"Silva, Ana"'],
          ["", "", ""],
          ["", "+49 151 2345678", ""],
        ];
        const text = rows.map((row) => row.join(separator)).join(end);
        expect(read(`\uFEFF${text}${end}`)).toEqual(lines);
      }
  });

  test("finding 8: unreadable invitations: a CSV line of a formula, a wrong encoding, no contact or two is told by itself", () => {
    const faults = [
      ["ana@example.com,,=HYPERLINK(1)", "formula"],
      ["@SUM(A1),,Ana", "formula"],
      ["ana@example.com,,+cmd|' /C calc'!A0", "formula"],
      ["ana@example.com,,-2+3", "formula"],
      ["ana@example.com,,Jos\uFFFD", "encoding"],
      [",,Ana", "contact"],
      ["ana@example.com,+49 151 2345678,Ana", "contact"],
      ["ana,,Ana", "contact"],
      [",12,Ana", "contact"],
      ["ana@example.com,,Ana,more", "contact"],
      ["ana@example.com,,www.example.com", "name"],
    ] as const;
    const text = ["email,phone,name", ...faults.map(([row]) => row)].join("\n");
    const told = faults.map(([, fault], index) => ({ line: index + 2, fault }));
    expect(read(text)).toEqual(told);
  });

  test("finding 8: unreadable invitations: a CSV of 201 people, of nobody or of other columns is refused as a whole", () => {
    const people = (count: number) =>
      ["email", ...Array.from({ length: count }, (_, index) => `a${index}@example.com`)].join("\n");
    expect(read(people(200))).toHaveLength(200);
    expect(read(people(201))).toBe("too_many");
    expect(read("email\n\n")).toBe("nobody");
    expect(read("email,birthday\na@example.com,1990")).toBe("columns");
    expect(read("name\nAna")).toBe("columns");
    expect(read("email,email\na@example.com,")).toBe("columns");
    expect(read('email\n"a@example.com')).toBe("not_csv");
    expect(read('email\na"b@example.com')).toBe("not_csv");
  });

  test("whatever stands in its cells is read back as it was written", () => {
    const cell = fc.string().map((text) => text.trim());
    const row = fc.array(cell, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const quoted = rows.map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(","),
        );
        const table = readCsv(["a,b", ...quoted].join("\n"));
        const kept = rows.filter((cells) => cells.some((text) => text !== ""));
        expect(table?.rows.map(({ cells }) => cells)).toEqual(kept);
      }),
    );
  });
});
