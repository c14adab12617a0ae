/** A decorative drawing next to words. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The product's mark. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M8 5.500v15" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="16" cy="13" r="4" fill="currentColor" />
    </svg>
  );
}

const PATHS = {
  today:
    "M2.500 3.500h11v10h-11zM2.500 6.500h11M5.500 1.800v3M10.500 1.800v3M5.500 10l1.700 1.700L10.700 8.500",
  inbox:
    "M2.500 8.500L4.200 3h7.600l1.700 5.500v4.500h-11zM2.500 8.500h3.200c.2 1.400 1 2 2.300 2s2.100-.6 2.300-2h3.200",
  entries: "M3 5.500h9.500M10 3l2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13",
  settings:
    "M8 5.800a2.200 2.200 0 1 0 0 4.400a2.200 2.200 0 1 0 0-4.400M8 1.800v2M8 12.200v2M1.800 8h2M12.200 8h2M3.600 3.600L5 5M11 11l1.400 1.400M12.400 3.600L11 5M5 11l-1.400 1.400",
  switches:
    "M2 5h5.500M11.500 5H14M2 11h2.500M8.500 11H14M9.500 3.200a1.800 1.800 0 1 0 0 3.600a1.800 1.800 0 1 0 0-3.600M6.500 9.200a1.800 1.800 0 1 0 0 3.600a1.800 1.800 0 1 0 0-3.600",
  offline:
    "M2 2l12 12M5.500 11.200a3.500 3.500 0 0 1 5 0M3.300 8.600A7 7 0 0 1 6 7M10.300 7.100a7 7 0 0 1 2.400 1.500M8 13.400h.01",
  warning: "M8 2.200L14.300 13H1.700zM8 6.500v3M8 11.400h.01",
  person:
    "M8 8.200a2.700 2.700 0 1 0 0-5.400a2.700 2.700 0 1 0 0 5.400M2.800 14c.6-2.800 2.600-4.200 5.200-4.200s4.600 1.400 5.200 4.200",
  fresh: "M13.500 8A5.500 5.500 0 1 1 11.800 4M12.500 1.500V4.500H9.500",
  undo: "M5.500 3L2.500 6l3 3M2.500 6h7a4 4 0 0 1 0 8H6",
  clock: "M8 1.800a6.200 6.200 0 1 0 0 12.400a6.200 6.200 0 1 0 0-12.400M8 4.500V8l2.400 1.600",
  close: "M4 4l8 8M12 4l-8 8",
} as const;
export type IconName = keyof typeof PATHS;
