import type { ReactNode } from "react";
import { AddressLink } from "../../kit/address-link.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { entryAddress } from "./entry-address.ts";
import { entryLine } from "./entry-line.ts";
import type { TimelineEntry } from "./timeline-query.ts";

/** One entry; its fact leads to the tab that shows more, if there is one. */
export function TimelineItem({ entry, zone, nameOf }: TimelineItemProps): ReactNode {
  const texts = useTexts();
  const { fact, rest, tone } = entryLine(entry, { texts, nameOf });
  const address = entryAddress(entry);
  const bold = (
    <b>
      <bdi>{fact}</bdi>
    </b>
  );
  return (
    <li className={tone}>
      {address === null ? bold : <AddressLink path={address}>{bold}</AddressLink>}
      {rest !== "" && <span className="soft"> {rest}</span>}
      <span className="meta num">
        {" · "}
        {texts.formats.time(new Date(entry.at), zone)}
      </span>
    </li>
  );
}

interface TimelineItemProps {
  readonly entry: TimelineEntry;
  /** The client's zone. */
  readonly zone: string;
  readonly nameOf: (userId: string | null) => string;
}
