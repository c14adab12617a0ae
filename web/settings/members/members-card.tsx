import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Face } from "../../kit/face/face.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import type { Member, MemberAct } from "./member-acts.ts";

/** Each member with their role, and what the owner may do about them. */
export function MembersCard({ members, userId, actsOf, ask }: MembersCardProps): ReactNode {
  const { t, formats, known } = useTexts();
  return (
    <Card title={t("settings.members", { count: members.length })}>
      <ul>
        {members.map((member) => (
          <li className="line wrap" key={member.userId}>
            <Face name={member.displayName} id={member.userId} />
            <span className="grow member-name">
              <b>{member.displayName}</b>{" "}
              {member.userId === userId && <span className="tag done">{t("settings.you")}</span>}
              <br />
              <span className="meta">
                {t("settings.memberSince", {
                  role: known("settings.role.", member.role, "settings.roleUnknown"),
                  day: formats.day(new Date(member.joinedAt)),
                })}
              </span>
            </span>
            <span className="row-h wrap">
              {actsOf(member).map((act) => (
                <Button
                  key={act}
                  kind={act === "REMOVE" ? "bad" : "plain"}
                  label={t(`settings.memberActOf.${act}`, { name: member.displayName })}
                  onPress={() => ask(act, member)}
                >
                  {t(`settings.memberAct.${act}`)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface MembersCardProps {
  readonly members: readonly Member[];
  /** The reader's own id. */
  readonly userId: string;
  readonly actsOf: (member: Member) => readonly MemberAct[];
  readonly ask: (act: MemberAct, member: Member) => void;
}
