import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useConsole } from "../frame/console-context.ts";
import { membersQuery } from "../frame/members-query.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { DataPart } from "./data/data-part.tsx";
import { KeysPart } from "./keys/keys-part.tsx";
import { MembersPart } from "./members/members-part.tsx";
import { ProfilePart } from "./profile/profile-part.tsx";
import { SETTINGS_PARTS, type SettingsPart, settingsPart } from "./settings-parts.ts";
import { WorkspacePart } from "./workspace/workspace-part.tsx";
import { YoursPart } from "./yours-part.tsx";

/** The coach's settings: one tab for each part, named in the address. */
export function SettingsPage(): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const members = useQuery(membersQuery(api, useMe().workspace.workspaceId));
  const navigate = useNavigate();
  const { part } = useParams({ from: "/settings/$part" });
  const shown = settingsPart(part);
  const tabs = useRef<HTMLElement>(null);
  // On a narrow screen the open tab may stand outside of it.
  useEffect(() => {
    const open = tabs.current?.querySelector("[aria-current]");
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  useKeys(
    SETTINGS_PARTS.map((name, index) => ({
      keys: [String(index + 1)] as const,
      label: t(`settings.part.${name}`),
      run: () => void navigate({ to: "/settings/$part", params: { part: name } }),
      isShown: true,
    })),
  );
  return (
    <>
      <PageHead title={t("settings.title")} />
      <nav ref={tabs} className="tabs" aria-label={t("settings.title")}>
        {SETTINGS_PARTS.map((name) => (
          <Link
            key={name}
            to="/settings/$part"
            params={{ part: name }}
            aria-current={name === shown ? "page" : undefined}
          >
            {t(`settings.part.${name}`)}
            {name === "members" && members.data && (
              <span className="n">{formats.number(members.data.length)}</span>
            )}
          </Link>
        ))}
      </nav>
      <div className="body">
        <div className="page">
          <Part part={shown} />
        </div>
      </div>
    </>
  );
}

function Part({ part }: { readonly part: SettingsPart }): ReactNode {
  switch (part) {
    case "yours":
      return <YoursPart />;
    case "profile":
      return <ProfilePart />;
    case "workspace":
      return <WorkspacePart />;
    case "members":
      return <MembersPart />;
    case "data":
      return <DataPart />;
    case "keys":
      return <KeysPart />;
  }
}
