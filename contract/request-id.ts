/** Form of a request's id: the caller's `X-Request-Id` if it has this form, otherwise one drawn by the API. */
export const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
