import { type ReactNode, useEffect } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useLater } from "../../kit/hooks/use-later.ts";
import { Icon } from "../../kit/icon.tsx";
import { Mark } from "../../kit/mark.tsx";
import { laterPart, useLaterPart } from "../../kit/later/later-part.ts";
import { NotLoaded } from "../../kit/later/not-loaded.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useMe } from "../use-me.ts";
import { WorkspaceSize } from "./workspace-size.tsx";
import type { WorkspaceSwitchProps } from "./workspace-menu.tsx";

const menu = laterPart(async () => (await import("./workspace-menu.tsx")).WorkspaceMenu);

/**
 * The name of the workspace. With several it is a button that opens the menu of them. The menu's code loads after the
 * first page, and never for a coach of one workspace.
 */
export function WorkspaceSwitch(props: WorkspaceSwitchProps): ReactNode {
  const { isOpen, setIsOpen } = props;
  const { t } = useTexts();
  const { workspace, workspaces } = useMe();
  const isOneOfSeveral = workspaces.length > 1;
  const { found: Menu, isLost, show, dismiss } = useLaterPart(menu);
  useLater(isOneOfSeveral ? show : nothing);
  useEffect(() => {
    if (isOpen) void show();
  }, [isOpen, show]);
  const name = (
    <>
      <Mark />
      <span className="grow brand-of">
        <span className="cut">{workspace.name}</span>
        <WorkspaceSize />
      </span>
    </>
  );
  if (!isOneOfSeveral) return <div className="brand">{name}</div>;
  const button = (
    <AriaButton
      className="brand workspace-switch"
      {...(Menu === null && { onPress: () => setIsOpen(true) })}
    >
      <span className="vh">{t("frame.workspaceNow")}</span>
      {name}
      <Icon name="chev" />
    </AriaButton>
  );
  if (Menu !== null) return <Menu {...props} button={button} />;
  return (
    <>
      {button}
      {isLost && isOpen && (
        <NotLoaded
          dismiss={() => {
            dismiss();
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}

const nothing = async () => await Promise.resolve();
