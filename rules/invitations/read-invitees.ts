import type { CsvFault } from "../../contract/invitations/vocabulary.ts";
import { normalizeEmail, normalizePhone, type Contact } from "../accounts/normalize-contact.ts";
import { type CsvRow, isFormula, readCsv } from "./read-csv.ts";

/**
 * Reads the people that a file invites, line by line; an unreadable line does not stop the others
 * (docs/rooms/invitations.md#csv). A column without a name is allowed if it is empty.
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

/** The person that a line names, or why it names none. */
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

/** Accepts or rejects a name. */
type IsName = (name: string) => boolean;

const COLUMNS = ["email", "phone", "name"];
/** Replaces bytes that are invalid in the encoding. */
const REPLACEMENT = "\uFFFD";

/** The person of a record; or each of its lines, if none can be trusted. */
function readRow(
  { lines, cells }: CsvRow,
  { columns, isName }: { readonly columns: readonly string[]; readonly isName: IsName },
): readonly InviteeLine[] {
  // A cell that spans lines has most likely lost its quote: the text may be somebody else's.
  if (cells === null || cells.some((cell) => cell.includes("\n")))
    return lines.map((line) => ({ line, fault: "quote" }));
  const [line] = lines;
  const cellOf = (name: string) => cells[columns.indexOf(name)] ?? "";
  const [email, phone, name] = [cellOf("email"), cellOf("phone"), cellOf("name")];
  if (cells.some((cell) => cell.includes(REPLACEMENT))) return [{ line, fault: "encoding" }];
  if (cells.some(isFormula)) return [{ line, fault: "formula" }];
  const contact = contactOf(email, phone);
  const hasExtraCell = cells.some((cell, index) => cell !== "" && (columns[index] ?? "") === "");
  if (contact === null || hasExtraCell) return [{ line, fault: "contact" }];
  if (name !== "" && !isName(name)) return [{ line, fault: "name" }];
  return [{ line, contact, name: name === "" ? undefined : name, fault: null }];
}

/** The one contact of a line; null for none, two, or an invalid one. */
function contactOf(email: string, phone: string): Contact | null {
  if ((email === "") === (phone === "")) return null;
  const kind = email === "" ? "PHONE" : "EMAIL";
  const value = kind === "EMAIL" ? normalizeEmail(email) : normalizePhone(phone);
  return value === null ? null : { kind, value };
}
