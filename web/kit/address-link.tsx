import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { useNamedWorkspace } from "../frame/use-me.ts";
import { withWorkspace } from "../frame/workspace/workspace-search.ts";

/** A link to a path that the API names, such as the route of a task. It stays in the page. */
export function AddressLink({ path, className, children }: AddressLinkProps): ReactNode {
  const router = useRouter();
  const address = withWorkspace(path, useNamedWorkspace());
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(address);
  };
  return (
    <a href={address} className={className} onClick={follow}>
      {children}
    </a>
  );
}

interface AddressLinkProps {
  readonly path: string;
  readonly className?: string;
  readonly children: ReactNode;
}
