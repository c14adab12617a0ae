import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";

/** The time at a client's place, with the place: "Lisbon 07:42". The zone's name is in its title. */
export function ZoneTime({ zone, now }: { readonly zone: string; readonly now: Date }): ReactNode {
  const { formats } = useTexts();
  return (
    <span className="meta zone" title={zone}>
      {placeOfZone(zone)} {formats.time(now, zone)}
    </span>
  );
}

/** "Europe/Lisbon" is "Lisbon"; a zone without a place keeps its name. */
export const placeOfZone = (zone: string): string =>
  (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
