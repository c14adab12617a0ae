import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Face } from "../kit/face/face.tsx";
import { useNow } from "../kit/hooks/use-now.ts";
import { Menu } from "../kit/menu.tsx";
import { placeOfZone } from "../kit/zone-time.tsx";
import { signOut } from "../session/sign-out.ts";
import { useTexts } from "../texts/use-texts.ts";
import { useConsole } from "./console-context.ts";
import { useMe } from "./use-me.ts";

/** The signed-in coach with their time and its place: a button that opens the menu of the sign-out. */
export function MeMenu(): ReactNode {
  const { t, formats } = useTexts();
  const { api, session } = useConsole();
  const { user, coachProfile } = useMe();
  const now = useNow();
  return (
    <Menu
      button={
        <AriaButton className="me">
          <Face name={user.displayName} id={user.userId} />
          <span className="grow me-of">
            <span className="cut" title={user.displayName}>
              <bdi>{user.displayName}</bdi>
            </span>
            <span className="meta">
              {t("frame.myTime", {
                time: formats.moment(now),
                place: placeOfZone(coachProfile.timezone),
              })}
            </span>
          </span>
        </AriaButton>
      }
      items={[{ id: "out", name: t("frame.signOut"), run: () => void signOut(session, api) }]}
    />
  );
}
