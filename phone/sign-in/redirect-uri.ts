/** Where the provider sends the browser back to. */
export const redirectUri = () => `${location.origin}/phone/callback`;
