/**
 * Link that opens an invitation in the app. The token stands in the fragment, which browsers keep to
 * themselves: it reaches no server log and no referrer.
 */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#token=${token}`;
}
