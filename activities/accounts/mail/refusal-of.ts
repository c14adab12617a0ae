/** A mail server's answer for good (RFC 5321, 4.2.1); null when it may take the letter later. */
export function refusalOf(error: unknown): string | null {
  const code: unknown =
    error instanceof Error && "responseCode" in error ? error.responseCode : null;
  return typeof code === "number" && code >= 550 && code < 560 ? `SMTP_${code}` : null;
}
