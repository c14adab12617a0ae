import type { Session } from "../session/types.ts";

/** Reads one path. Only an answer with the fields that the device uses counts. */
export async function readAnswer<Data>(
  session: Pick<Session, "call">,
  path: string,
  isWanted: (data: unknown) => data is Data,
): Promise<ReadAnswer<Data>> {
  const answer = await session.call({ method: "GET", path });
  switch (answer.kind) {
    case "ANSWER":
      return isWanted(answer.data) ? { kind: "READ", data: answer.data } : { kind: "OFFLINE" };
    case "SIGN_IN":
      return { kind: "SIGN_IN" };
    case "NOT_FOUND":
    case "ACCOUNT":
    case "REFUSED":
      return { kind: "LOCKED" };
    default:
      return { kind: "OFFLINE" };
  }
}

/** The outcome of a read. LOCKED: the server does not let this person read it. */
export type ReadAnswer<Data> =
  | { readonly kind: "READ"; readonly data: Data }
  | { readonly kind: "OFFLINE" | "SIGN_IN" | "LOCKED" };
