import { sql } from "kysely";

/**
 * SQL of the key of an operation's receipt: 8 bytes hash of its lineage, then 8 bytes hash of its whole identity.
 * Receipts of one lineage are adjacent in the index and can be found by it.
 *
 * @param row name of a row with the columns of an operation's identity.
 */
export function operationKey(row: string) {
  const lineage = `uuid_send(${row}.lineage_id)`;
  return sql.raw<string>(`encode(
    substr(sha256(${lineage}), 1, 8)
    || substr(sha256(${lineage} || uuid_send(${row}.relationship_id)
                     || convert_to(${row}.client_operation_id, 'UTF8')), 1, 8), 'hex')::uuid`);
}
