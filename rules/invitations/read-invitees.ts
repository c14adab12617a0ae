import type { CsvFault } from "../../contract/invitations/vocabulary.ts";
import { normalizeEmail, normalizePhone, type Contact } from "../accounts/normalize-contact.ts";
import { type CsvRow, isFormula, readCsv } from "./read-csv.ts";

/** A person as a line of a file names one, or why it names none. */
export type InviteeLine =
  | {
      readonly line: number;
      readonly contact: Contact;
      readonly name: string | undefined;
      readonly fault: null;
    }
  | { readonly line: number; readonly fault: CsvFault };

/** Why a file is refused as a whole. */
export type CsvRefusal = "not_csv" | "columns" | "nobody" | "too_many";

/** What may stand as somebody's name. */
type IsName = (name: string) => boolean;

const COLUMNS = ["email", "phone", "name"];
/** Stands where bytes were no text in the encoding that they were read by. */
const REPLACEMENT = "\uFFFD";

/**
 * Reads whom a file invites, line by line; a line that cannot be read holds no other up (docs/rooms/invitations.md#csv).
 * A column without a name may stand anywhere, as long as it is empty.
 */
export function readInvitees(
  text: string,
  { most, isName }: { readonly most: number; readonly isName: IsName },
): readonly InviteeLine[] | CsvRefusal {
  const table = readCsv(text);
  if (table === null) return "not_csv";
  const { columns, rows } = table;
  const named = columns.filter((name) => name !== "");
  const isKnown = named.every((name) => COLUMNS.includes(name));
  const isClear = new Set(named).size === named.length;
  if (!isKnown || !isClear || !(named.includes("email") || named.includes("phone")))
    return "columns";
  const people = rows.flatMap((row) => readRow(row, { columns, isName }));
  if (people.length === 0) return "nobody";
  return people.length > most ? "too_many" : people;
}

/** The person of a record; or each of its lines, where none of them can be trusted. */
function readRow(
  { lines, cells }: CsvRow,
  { columns, isName }: { readonly columns: readonly string[]; readonly isName: IsName },
): readonly InviteeLine[] {
  // A cell that goes on in further lines has most likely lost its quote: what they say may be somebody else's.
  if (cells === null || cells.some((cell) => cell.includes("\n")))
    return lines.map((line) => ({ line, fault: "quote" }));
  const [line] = lines;
  const cellOf = (name: string) => cells[columns.indexOf(name)] ?? "";
  const [email, phone, name] = [cellOf("email"), cellOf("phone"), cellOf("name")];
  if (cells.some((cell) => cell.includes(REPLACEMENT))) return [{ line, fault: "encoding" }];
  if (cells.some(isFormula)) return [{ line, fault: "formula" }];
  const contact = contactOf(email, phone);
  const isBeside = cells.some((cell, index) => cell !== "" && (columns[index] ?? "") === "");
  if (contact === null || isBeside) return [{ line, fault: "contact" }];
  if (name !== "" && !isName(name)) return [{ line, fault: "name" }];
  return [{ line, contact, name: name === "" ? undefined : name, fault: null }];
}

/** The one contact of a line; null for none, two, or one that is none. */
function contactOf(email: string, phone: string): Contact | null {
  if ((email === "") === (phone === "")) return null;
  const kind = email === "" ? "PHONE" : "EMAIL";
  const value = kind === "EMAIL" ? normalizeEmail(email) : normalizePhone(phone);
  return value === null ? null : { kind, value };
}
