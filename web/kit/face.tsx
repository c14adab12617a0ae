import type { ReactNode } from "react";
import { initialsOf } from "./initials-of.ts";

/** The initials of a person on a ground that is always the same for them. Decoration: the name stands beside it. */
export function Face({ name, id, size = "m" }: FaceProps): ReactNode {
  const ground = id.charCodeAt(id.length - 1) % GROUNDS;
  return (
    <span className={`face f${ground}${size === "m" ? "" : ` ${size}`}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

interface FaceProps {
  readonly name: string;
  readonly id: string;
  readonly size?: "s" | "m" | "l";
}

const GROUNDS = 5;
