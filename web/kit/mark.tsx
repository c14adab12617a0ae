import type { ReactNode } from "react";

/** Draws the product's mark. Screen readers skip it and read the name. */
export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M8 5.500v15" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="16" cy="13" r="4" fill="currentColor" />
    </svg>
  );
}
