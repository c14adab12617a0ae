import type { ReactNode } from "react";

/** An icon of 16 by 16 units, drawn by the lines of its name. Screen readers skip it and read the word beside it. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      {ICONS[name]}
    </svg>
  );
}

const ICONS = {
  bell: (
    <>
      <path d="M4 11V7a4 4 0 0 1 8 0v4l1 1.500H3z" />
      <path d="M6.8 14.300h2.4" />
    </>
  ),
  board: (
    <>
      <rect x="2" y="2.5" width="3.2" height="11" rx="1" />
      <rect x="6.4" y="2.5" width="3.2" height="7" rx="1" />
      <rect x="10.8" y="2.5" width="3.2" height="9" rx="1" />
    </>
  ),
  check: (
    <>
      <path d="M3 8.500l3.2 3.200L13 4.8" />
    </>
  ),
  chev: (
    <>
      <path d="M4.5 6.5L8 10l3.5-3.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 4.5V8l2.4 1.6" />
    </>
  ),
  dumb: (
    <>
      <path d="M1.5 8h13M4 4.5v7M12 4.5v7M2 6v4M14 6v4" />
    </>
  ),
  file: (
    <>
      <path d="M4 1.800h5l3 3v9.400H4z" />
      <path d="M9 1.800v3h3" />
    </>
  ),
  filter: (
    <>
      <path d="M2 4h12M4.5 8h7M7 12h2" />
    </>
  ),
  form: (
    <>
      <rect x="3" y="1.8" width="10" height="12.4" rx="1.5" />
      <path d="M5.5 5h5M5.5 8h5M5.5 11h3" />
    </>
  ),
  gear: (
    <>
      <circle cx="8" cy="8" r="2.2" />
      <path d="M8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6L5 5M11 11l1.4 1.4M12.4 3.6L11 5M5 11l-1.4 1.4" />
    </>
  ),
  grip: (
    <>
      <path d="M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01" strokeWidth="2" />
    </>
  ),
  help: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <circle cx="8" cy="8" r="2.4" />
      <path d="M3.7 3.7l2.6 2.6M9.7 9.7l2.6 2.6M12.3 3.7L9.7 6.3M6.3 9.7l-2.6 2.6" />
    </>
  ),
  inbox: (
    <>
      <path d="M2 9l2-6h8l2 6v4H2z" />
      <path d="M2 9h3.5l1 2h3l1-2H14" />
    </>
  ),
  left: (
    <>
      <path d="M9.5 4.5L6 8l3.5 3.5" />
    </>
  ),
  link: (
    <>
      <path d="M6.5 9.500l3-3M7 4.500l1.2-1.200a2.7 2.7 0 0 1 3.8 3.800L10.8 8.300M9 11.500l-1.2 1.200A2.7 2.7 0 0 1 4 8.900l1.2-1.2" />
    </>
  ),
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.5" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  menu: (
    <>
      <path d="M2.5 4.500h11M2.5 8h11M2.5 11.500h11" />
    </>
  ),
  more: (
    <>
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />
    </>
  ),
  out: (
    <>
      <path d="M9 2.500h4.500V7M13.2 2.800L7.5 8.500M11.5 9.500V13H3V4.500h3.5" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.5 13c.5-2.6 2.3-4 4.5-4s4 1.4 4.5 4" />
      <path d="M10.5 3.2a2.4 2.4 0 0 1 0 4.6M12 9.4c1.4.5 2.2 1.7 2.5 3.6" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.5" r="2.7" />
      <path d="M2.8 14c.6-3 2.6-4.5 5.2-4.500s4.6 1.5 5.2 4.5" />
    </>
  ),
  phone: (
    <>
      <rect x="4.5" y="1.5" width="7" height="13" rx="1.5" />
      <path d="M7.3 12.300h1.4" />
    </>
  ),
  pin: (
    <>
      <path d="M6 2h4l-.5 4 2.5 2.5H4L6.5 6z" />
      <path d="M8 8.500V14" />
    </>
  ),
  plan: (
    <>
      <rect x="2" y="3" width="12" height="11" rx="1.5" />
      <path d="M2 6.5h12M5.5 1.5v3M10.5 1.5v3M5 9.5h2M9 9.5h2M5 11.8h2" />
    </>
  ),
  play: (
    <>
      <path d="M5 3.500v9l7-4.500z" />
    </>
  ),
  plus: (
    <>
      <path d="M8 3v10M3 8h10" />
    </>
  ),
  right: (
    <>
      <path d="M6.5 4.5L10 8l-3.5 3.5" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.5 10.5L14 14" />
    </>
  ),
  warn: (
    <>
      <path d="M8 2.200L14.3 13H1.700z" />
      <path d="M8 6.500v3M8 11.400h.01" />
    </>
  ),
  wifi: (
    <>
      <path d="M1.8 6a9 9 0 0 1 12.4 0M4 8.600a5.6 5.6 0 0 1 8 0M6.3 11a2.4 2.4 0 0 1 3.4 0" />
      <path d="M2 2l12 12" />
    </>
  ),
  x: (
    <>
      <path d="M4 4l8 8M12 4l-8 8" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>;

/** The icons that exist. */
export type IconName = keyof typeof ICONS;
