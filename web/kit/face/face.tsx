import type { ReactNode } from "react";
import { initialsOf } from "./initials-of.ts";

/** Shows the initials of a person on a colour that their id decides. Screen readers skip it and read the name. */
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
