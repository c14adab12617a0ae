import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Icon } from "../../kit/icon.tsx";
import { Mark } from "../../kit/mark.tsx";
import { laterMenu } from "../../kit/later/later-menu.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useMe } from "../use-me.ts";
import { WorkspaceSize } from "./workspace-size.tsx";
import type { WorkspaceMenuProps, WorkspaceSwitchProps } from "./workspace-menu.tsx";

const Menu = laterMenu<WorkspaceMenuProps>(
  async () => (await import("./workspace-menu.tsx")).WorkspaceMenu,
);

/**
 * The name of the workspace. With several it is a button that opens the menu of them. The menu's code loads after the
 * first page, and never for a coach of one workspace.
 */
export function WorkspaceSwitch(props: WorkspaceSwitchProps): ReactNode {
  const { isOpen, setIsOpen } = props;
  const { t } = useTexts();
  const { workspace, workspaces } = useMe();
  const name = (
    <>
      <Mark />
      <span className="grow brand-of">
        <span className="cut">{workspace.name}</span>
        <WorkspaceSize />
      </span>
    </>
  );
  if (workspaces.length === 1) return <div className="brand">{name}</div>;
  return (
    <Menu
      {...props}
      isWanted={isOpen}
      dropped={() => setIsOpen(false)}
      button={
        <AriaButton className="brand workspace-switch">
          <span className="vh">{t("frame.workspaceNow")}</span>
          {name}
          <Icon name="chev" />
        </AriaButton>
      }
    />
  );
}
