import { useTexts } from "../texts/language.tsx";

/** Names the plane of the content next to it. The shape shows it too: filled, outlined, crossed. */
export function PlaneTag({ plane }: { readonly plane: Plane }) {
  const { planes } = useTexts();
  return (
    <span className={`plane ${plane.toLowerCase()}`}>
      <svg className="shape" viewBox="0 0 10 10" aria-hidden="true">
        <path d={SHAPES[plane]} />
      </svg>
      {planes[plane]}
    </span>
  );
}

/**
 * The planes, which are never mixed: accepted by the server, waiting to be sent, and refused. SENT: accepted, but the
 * day was not read since.
 */
export type Plane = "ACCEPTED" | "WAITING" | "SENT" | "REFUSED";

const CIRCLE = "M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8";
const SHAPES: Readonly<Record<Plane, string>> = {
  ACCEPTED: CIRCLE,
  WAITING: CIRCLE,
  SENT: `${CIRCLE}M5 1a4 4 0 0 1 0 8`,
  REFUSED: "M1.500 1.500l7 7M8.500 1.500l-7 7",
};
