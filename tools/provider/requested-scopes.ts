/** The API as a resource server: named in authorization requests and in `aud`. */
export const API_RESOURCE = "urn:sideline:api";
export const API_SCOPE = "sideline";
export const IDENTITY_SCOPES = "openid email profile phone offline_access";
/** The scopes that our apps request. */
export const REQUESTED_SCOPES = `${IDENTITY_SCOPES} ${API_SCOPE}`;
