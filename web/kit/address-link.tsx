import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

/** A link to a path that the API names, such as the route of a task. It stays in the page. */
export function AddressLink({ path, className, children }: AddressLinkProps): ReactNode {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <a href={path} className={className} onClick={follow}>
      {children}
    </a>
  );
}

interface AddressLinkProps {
  readonly path: string;
  readonly className?: string;
  readonly children: ReactNode;
}
