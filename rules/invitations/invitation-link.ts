/**
 * Link that opens an invitation in the app. The token is in the fragment, which browsers do not send: it reaches no
 * server log and no referrer.
 */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#token=${token}`;
}
