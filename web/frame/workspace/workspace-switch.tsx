import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useLater } from "../../kit/hooks/use-later.ts";
import { Icon } from "../../kit/icon.tsx";
import { Mark } from "../../kit/mark.tsx";
import { NotLoaded } from "../../kit/not-loaded.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useMe } from "../use-me.ts";
import type { WorkspaceMenu, WorkspaceSwitchProps } from "./workspace-menu.tsx";

/**
 * The name of the workspace. With several it is a button that opens the menu of them. The menu's code loads after the
 * first page, and never for a coach of one workspace.
 */
export function WorkspaceSwitch(props: WorkspaceSwitchProps): ReactNode {
  const { isOpen, setIsOpen } = props;
  const { t } = useTexts();
  const { workspace, workspaces } = useMe();
  const isOneOfSeveral = workspaces.length > 1;
  const [Menu, setMenu] = useState(() => loaded);
  const [isLost, setIsLost] = useState(false);
  const load = useRef(async () => {
    loaded ??= (await import("./workspace-menu.tsx")).WorkspaceMenu;
    setMenu(() => loaded);
  }).current;
  useLater(isOneOfSeveral ? load : nothing);
  useEffect(() => {
    if (isOpen && Menu === null) load().catch(() => setIsLost(true));
  }, [isOpen, Menu, load]);
  const name = (
    <>
      <Mark />
      <span className="grow cut">{workspace.name}</span>
    </>
  );
  if (!isOneOfSeveral) return <div className="brand">{name}</div>;
  const button = (
    <AriaButton
      className="brand workspace-switch"
      aria-label={t("frame.workspaceNow", { workspace: workspace.name })}
      {...(Menu === null && { onPress: () => setIsOpen(true) })}
    >
      {name}
      <Icon name="chev" />
    </AriaButton>
  );
  if (Menu !== null) return <Menu {...props} button={button} />;
  const dismiss = () => {
    setIsLost(false);
    setIsOpen(false);
  };
  return (
    <>
      {button}
      {isLost && <NotLoaded dismiss={dismiss} />}
    </>
  );
}

const nothing = async () => await Promise.resolve();

/** The menu, once its code is loaded. */
let loaded: typeof WorkspaceMenu | null = null;
