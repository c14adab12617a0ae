import type { ReactNode } from "react";

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

/** "Katharina Zimmermann-Wolff" is "KZ"; one word gives one letter. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .flatMap((word) => (word ? Array.from(word).slice(0, 1) : []))
    .join("")
    .toUpperCase();
}
