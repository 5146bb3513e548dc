/** A link to another place in the window. */
import type { ReactNode } from "react";
import type { Place } from "../lib/place";
import { go, hrefOf } from "../state/place";

interface Props { to: Place; children: ReactNode; className?: string; current?: boolean; title?: string }

export function Link({ to, children, className, current = false, title }: Props) {
  return (
    <a
      href={hrefOf(to)}
      className={className}
      title={title}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
