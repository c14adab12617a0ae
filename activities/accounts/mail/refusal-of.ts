/**
 * The code of a permanent refusal of the recipient's address (RFC 5321, 4.2.1). Null if the server may accept the
 * e-mail later, or if it refused the sender, the origin, the rate or the content. These say nothing about the
 * address.
 */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error && "responseCode" in error && "command" in error)) return null;
  const { command, responseCode: code } = error;
  const isForGood = typeof code === "number" && code >= 550 && code < 560;
  return command === "RCPT TO" && isForGood ? `SMTP_${code}` : null;
}
