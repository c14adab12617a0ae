import type { ApiDeps } from "../deps.ts";

/** An invitation whose link is shown to the coach who made it, and stored nowhere. */
export interface HiddenLink<Shown extends object> {
  /** What is stored under an Idempotency-Key: the way to the door, without what opens it. */
  hide<Made extends Shown>(made: Made, deps: ApiDeps): Made & { readonly link: string };
  /** A first answer or a repeated one with the link it showed at first, whether or not it still opens. */
  reveal<Stored extends Shown>(
    stored: Stored,
    deps: ApiDeps,
  ): Promise<Stored & { readonly link: string }>;
}

/** Makes links of one kind of invitation, whose token is derived anew whenever it is shown. */
export function hiddenLink<Shown extends object>(kind: {
  readonly link: (publicUrl: string, token: string) => string;
  readonly token: (invitationKey: Uint8Array, shown: Shown) => Promise<string>;
}): HiddenLink<Shown> {
  return {
    hide: (made, { publicUrl }) => ({ ...made, link: kind.link(publicUrl, "") }),
    reveal: async (stored, { keys, publicUrl }) => {
      const token = await kind.token(keys.invitation, stored);
      return { ...stored, link: kind.link(publicUrl, token) };
    },
  };
}
