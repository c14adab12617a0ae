import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** One fact about the device, and the one action that helps. */
export function Banner({ tone, icon, title, children, action }: BannerProps) {
  return (
    <section className={`banner ${tone}`} role={tone === "urgent" ? "alert" : undefined}>
      <Icon name={icon} />
      <p className="grow">
        <b>{title}</b> {children}
      </p>
      {action !== undefined && (
        <button className="btn" type="button" onClick={action.onPress}>
          {action.name}
        </button>
      )}
    </section>
  );
}

interface BannerProps {
  readonly tone: "urgent" | "warn" | "info";
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: { readonly name: string; readonly onPress: () => void };
}
