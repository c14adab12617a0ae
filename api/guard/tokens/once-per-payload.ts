import type { JWTPayload } from "jose";

/** Memoizes a value derived from a verified payload alone, while the token is cached. */
export function oncePerPayload<Made>(
  make: (payload: JWTPayload) => Made,
): (payload: JWTPayload) => Made {
  const cached = new WeakMap<JWTPayload, { readonly made: Made }>();
  return (payload) => {
    const known = cached.get(payload) ?? { made: make(payload) };
    cached.set(payload, known);
    return known.made;
  };
}
