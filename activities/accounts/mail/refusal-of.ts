/**
 * A mail server's answer for good to the address of a letter (RFC 5321, 4.2.1); null when it may take the letter later, and
 * when it refused something else: who sends, from where, how much or what, which says nothing of the address.
 */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error && "responseCode" in error && "command" in error)) return null;
  const { command, responseCode: code } = error;
  const isForGood = typeof code === "number" && code >= 550 && code < 560;
  return command === "RCPT TO" && isForGood ? `SMTP_${code}` : null;
}
