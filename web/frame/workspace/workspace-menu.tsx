import { type ReactElement, type ReactNode, useEffect } from "react";
import {
  Menu as AriaMenu,
  type ButtonProps,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
} from "react-aria-components";
import { Icon } from "../../kit/icon.tsx";
import { useSteady } from "../../kit/hooks/use-steady.ts";
import type { OpenedMenu } from "../../kit/later/later-menu.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useMe } from "../use-me.ts";
import type { Me } from "./me-query.ts";

/** A button with the menu of the coach's workspaces. The one that is open is marked. */
export function WorkspaceMenu({
  button,
  isOpen,
  setIsOpen,
  switchTo,
  openAt,
}: WorkspaceMenuProps & OpenedMenu): ReactNode {
  const { t } = useTexts();
  const { workspace, workspaces } = useMe();
  // Opens after the button has the focus, to which it returns.
  const open = useSteady(() => setIsOpen(true));
  useEffect(() => {
    if (openAt !== null) open();
  }, [openAt, open]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      {button}
      <Popover placement="bottom start">
        <AriaMenu
          aria-label={t("frame.workspaces")}
          className="menu"
          items={workspaces.map((one) => ({ ...one, id: one.workspaceId }))}
          selectionMode="single"
          selectedKeys={[workspace.workspaceId]}
          disallowEmptySelection
          onAction={(id) => {
            if (id !== workspace.workspaceId) switchTo(String(id));
          }}
        >
          {(one) => <WorkspaceItem workspace={one} />}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** State and acts of a switch; `useWorkspaceSwitch` has them for each place. */
export interface WorkspaceSwitchProps {
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
  readonly switchTo: (workspaceId: string) => void;
}

export interface WorkspaceMenuProps extends WorkspaceSwitchProps {
  readonly button: ReactElement<Pick<ButtonProps, "onPressStart">>;
}

/** A workspace with the reader's role in it, or the status that closes it. */
function WorkspaceItem({ workspace }: { readonly workspace: Me["workspace"] }): ReactNode {
  const { known } = useTexts();
  const { workspaceId, name, role, status } = workspace;
  const hint =
    status === "ACTIVE"
      ? known("frame.workspaceRole.", role, "frame.workspaceRole.OTHER")
      : known("frame.workspaceStatus.", status, "frame.workspaceStatus.OTHER");
  return (
    <MenuItem id={workspaceId} textValue={name} className="menu-item">
      {({ isSelected }) => (
        <>
          <span className="grow workspace-of">
            <Text slot="label" className="cut">
              {name}
            </Text>
            <Text slot="description" className="meta">
              {hint}
            </Text>
          </span>
          {isSelected && <Icon name="check" />}
        </>
      )}
    </MenuItem>
  );
}
