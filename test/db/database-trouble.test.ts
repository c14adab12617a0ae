import { expect, test } from "@jest/globals";
import { isDatabaseTrouble } from "../../db/platform/transactions/transact.ts";

const coded = (code: string) => Object.assign(new Error("x"), { code });

test.each([
  ["a refused login, while a password changes", coded("28P01")],
  ["a login that was closed", coded("28000")],
  ["a standby that was reached instead of the primary", coded("25006")],
  ["a server that shuts down", coded("57P01")],
  ["a server that recovers", coded("57P03")],
  ["too many connections", coded("53300")],
  ["a full disk", coded("53100")],
  ["a reset connection", coded("ECONNRESET")],
  ["a proxy that closes a new connection", new Error("Connection terminated unexpectedly")],
  ["a certificate that expired", coded("CERT_HAS_EXPIRED")],
  ["a certificate of another authority", coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE")],
  ["a certificate for another name", coded("ERR_TLS_CERT_ALTNAME_INVALID")],
  ["a handshake that failed", coded("EPROTO")],
  ["a server without TLS", new Error("The server does not support SSL connections")],
])("The database is in trouble, and nobody's operation is at fault, after %s", (_what, error) => {
  expect(isDatabaseTrouble(error)).toBe(true);
  expect(isDatabaseTrouble(new Error("wrapped", { cause: error }))).toBe(true);
});

test.each(["42501", "23505", "22003"])("SQLSTATE %s is a fault of the statement", (code) => {
  expect(isDatabaseTrouble(coded(code))).toBe(false);
});
