import type { ReactNode } from "react";

/** A figure with the trained part in colour, for an exercise without a picture. */
export function PlaceholderFigure({ part }: { readonly part: string }): ReactNode {
  const isWhole = part === "full_body";
  return (
    <svg className={isWhole ? "figure whole" : "figure"} viewBox="0 0 64 48">
      <circle cx="32" cy="6" r="3.4" />
      <path d="M26 11.500h12l-1.600 13h-8.800z" />
      <path className="limb" d="M24.600 12.500l-2.400 8-1.600 7M39.400 12.500l2.400 8 1.600 7" />
      <path className="limb" d="M29.600 26l-1 9-.4 9M34.400 26l1 9 .4 9" />
      {PARTS[part]}
    </svg>
  );
}

const UPPER_ARMS = <path className="part limb" d="M24.600 12.800l-2.200 7M39.400 12.800l2.200 7" />;
const THIGHS = <path className="part limb" d="M29.600 26.500l-.9 8M34.400 26.500l.9 8" />;

const PARTS: Readonly<Record<string, ReactNode>> = {
  chest: <path className="part" d="M26.300 12.500h11.400l-.6 4.600h-10.200z" />,
  back: <path className="part" d="M26.300 12.500h11.400l-1.100 8.500h-9.200z" />,
  shoulders: (
    <>
      <circle className="part" cx="25.600" cy="13" r="2.500" />
      <circle className="part" cx="38.400" cy="13" r="2.500" />
    </>
  ),
  biceps: UPPER_ARMS,
  triceps: UPPER_ARMS,
  forearms: <path className="part limb" d="M22.200 20.500l-1.600 7M41.800 20.500l1.600 7" />,
  core: <path className="part" d="M27.200 18h9.600l-.7 6.500h-8.200z" />,
  glutes: <path className="part" d="M28 23.500h8l.8 4h-9.600z" />,
  quads: THIGHS,
  hamstrings: THIGHS,
  calves: <path className="part limb" d="M28.600 36l-.4 8M35.400 36l.4 8" />,
};
