import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readCsv } from "../../rules/invitations/read-csv.ts";
import { readInvitees } from "../../rules/invitations/read-invitees.ts";

describe("A CSV file of people", () => {
  test("is read as spreadsheets write it", () => {
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

  test("reports a formula, a wrong encoding, no contact or two in their own lines", () => {
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
    const expected = faults.map(([, fault], index) => ({ line: index + 2, fault }));
    expect(read(text)).toEqual(expected);
  });

  test("of 201 people, of nobody or with other columns is refused as a whole", () => {
    const people = (count: number) =>
      ["email", ...Array.from({ length: count }, (_, index) => `a${index}@example.com`)].join("\n");
    expect(read(people(200))).toHaveLength(200);
    expect(read(people(201))).toBe("too_many");
    expect(read("email\n\n")).toBe("nobody");
    expect(read("email,birthday\na@example.com,1990")).toBe("columns");
    expect(read("name\nAna")).toBe("columns");
    expect(read("email,email\na@example.com,")).toBe("columns");
    expect(read('"email\na@example.com')).toBe("not_csv");
    expect(read("")).toBe("columns");
  });

  const person = (line: number, value: string, name?: string) => ({
    line,
    contact: { kind: "EMAIL", value },
    name,
    fault: null,
  });

  test("is unaffected by unnamed columns, empty lines, trailing separators and `sep=`", () => {
    const ana = (line: number) => person(line, "ana@example.com", "Ana");
    const files: readonly [string, number][] = [
      ["email,name,,\nana@example.com,Ana,,\n,,,", 2],
      ["email,name\nana@example.com,Ana,", 2],
      ["email,name,\nana@example.com,Ana", 2],
      ["\n,,\nemail,,name\n\n,,\nana@example.com,,Ana\n\n", 6],
      ["sep=;\nemail;name\nana@example.com;Ana", 3],
      ["\uFEFFsep=;\r\nemail;name\r\nana@example.com;Ana\r\n", 3],
      ['"sep=,"\nemail,name\nana@example.com,Ana', 3],
      ["sep=|;\nemail|name\nana@example.com|Ana", 3],
      ["\u200Bemail,name\u00A0\nana@example.com\u00A0, Ana ", 2],
      ['email, name\n"ana@example.com" , "Ana"', 2],
      ['email,name\nana@example.com,"Ana\n"', 2],
    ];
    for (const [text, line] of files) expect([text, read(text)]).toEqual([text, [ana(line)]]);
    const withExtraColumn = read("email,,name\nana@example.com,surprise,Ana");
    expect(withExtraColumn).toEqual([{ line: 2, fault: "contact" }]);
  });

  test("with an unclosed quote makes its line and the swallowed ones INVALID, and invites none of them", () => {
    const lost = (...lines: readonly number[]) => lines.map((line) => ({ line, fault: "quote" }));
    const eve = "eve@example.com";
    const files = [
      // To the end of the file.
      [`email,name\n${eve},Eve\n"ana@example.com,Ana\n\nbob@example.com,Bob\n`, 2, lost(3, 5)],
      // Up to another line's quote, which closes it before other text.
      [`email,name\n"ana@example.com,Ana\nbob@example.com,"Bob"\n${eve},Eve`, 4, lost(2, 3)],
      // Up to another stray quote: well formed, and still invalid.
      [`email,name\nana@example.com,"Ana\nbob@example.com,Bob"\n${eve},Eve`, 4, lost(2, 3)],
      [`email,name\nana@example.com,"\nBob Stone\nand"\n${eve},Eve`, 5, lost(2, 3, 4)],
      // Inside an unquoted cell it opens nothing.
      [`email,name\na"na@example.com,Ana\n${eve},Eve`, 3, lost(2)],
      [`email,name\nana@example.com,"Ana" Silva\n${eve},Eve`, 3, lost(2)],
    ] as const;
    for (const [text, line, faults] of files) {
      const wanted = [...faults, person(line, eve, "Eve")].toSorted((a, b) => a.line - b.line);
      expect([text, read(text)]).toEqual([text, wanted]);
    }
  });

  test("with any stray quotes has an outcome for each line, and no line invites another line's person", () => {
    const name = fc.constantFrom("Ana", "", '"Ana"', '"Ana', 'Ana"', '"', '""', '"Ana ""A"""');
    const email = fc.constantFrom(
      "%@example.com",
      '"%@example.com"',
      '"%@example.com',
      '%@example.com"',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(email, name), { maxLength: 6 }), (people) => {
        const lines = people.map(
          ([to, called], index) => `${to.replace("%", `p${index}`)},${called}`,
        );
        const found = read(["email,name", ...lines].join("\n"));
        if (typeof found === "string") return;
        expect(found.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 2));
        for (const one of found)
          if (one.fault === null) expect(one.contact.value).toBe(`p${one.line - 2}@example.com`);
      }),
    );
  });

  test("with any cells is read back as it was written", () => {
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

function read(text: string) {
  return readInvitees(text, { most: 200, isName: (name) => !name.includes("www.") });
}
