import type { CsvFault } from "../../contract/invitations/vocabulary.ts";
import { normalizeEmail, normalizePhone, type Contact } from "../accounts/normalize-contact.ts";
import { isFormula, readCsv } from "./read-csv.ts";

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

const COLUMNS = ["email", "phone", "name"];
/** Stands where bytes were no text in the encoding that they were read by. */
const REPLACEMENT = "\uFFFD";

/**
 * Reads whom a file invites, line by line; a line that cannot be read holds no other up.
 *
 * @param isName what may stand as somebody's name.
 */
export function readInvitees(
  text: string,
  { most, isName }: { readonly most: number; readonly isName: (name: string) => boolean },
): readonly InviteeLine[] | CsvRefusal {
  const table = readCsv(text);
  if (table === null) return "not_csv";
  const { columns, rows } = table;
  const isKnown = columns.every((name) => COLUMNS.includes(name));
  const isClear = new Set(columns).size === columns.length;
  if (!isKnown || !isClear || !(columns.includes("email") || columns.includes("phone")))
    return "columns";
  if (rows.length === 0) return "nobody";
  if (rows.length > most) return "too_many";
  return rows.map(({ line, cells }): InviteeLine => {
    const cellOf = (name: string) => cells[columns.indexOf(name)] ?? "";
    const [email, phone, name] = [cellOf("email"), cellOf("phone"), cellOf("name")];
    if (cells.some((cell) => cell.includes(REPLACEMENT))) return { line, fault: "encoding" };
    if (cells.some(isFormula)) return { line, fault: "formula" };
    const contact = contactOf(email, phone);
    if (contact === null || cells.length > columns.length) return { line, fault: "contact" };
    if (name !== "" && !isName(name)) return { line, fault: "name" };
    return { line, contact, name: name === "" ? undefined : name, fault: null };
  });
}

/** The one contact of a line; null for none, two, or one that is none. */
function contactOf(email: string, phone: string): Contact | null {
  if ((email === "") === (phone === "")) return null;
  const kind = email === "" ? "PHONE" : "EMAIL";
  const value = kind === "EMAIL" ? normalizeEmail(email) : normalizePhone(phone);
  return value === null ? null : { kind, value };
}
