import type { JWTPayload } from "jose";

/**
 * Makes something of a verified payload once, for as long as the token is remembered: for what follows from the
 * payload alone.
 */
export function oncePerPayload<Made>(
  make: (payload: JWTPayload) => Made,
): (payload: JWTPayload) => Made {
  const kept = new WeakMap<JWTPayload, { readonly made: Made }>();
  return (payload) => {
    const known = kept.get(payload) ?? { made: make(payload) };
    kept.set(payload, known);
    return known.made;
  };
}
