import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link to an address of the console that code has made. A click with Ctrl opens another tab, as with each link. */
export function AddressLink({ address, children }: AddressLinkProps): ReactNode {
  const router = useRouter();
  return (
    <a
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void router.navigate({ href: address });
      }}
    >
      {children}
    </a>
  );
}

interface AddressLinkProps {
  readonly address: string;
  readonly children: ReactNode;
}
