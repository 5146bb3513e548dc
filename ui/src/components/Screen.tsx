/** A screen: toolbar, the one sentence that answers it, and the evidence below. */
import { Fragment, type ReactNode } from "react";
import type { Place } from "../lib/place";
import { Icon } from "./Icon";
import { Link } from "./Link";

export interface Crumb { text: string; to?: Place }

interface Props {
  crumbs: Crumb[];
  /** What goes back one step, for screens that have a way back. */
  onBack?: () => void;
  /** Beside the crumbs. */
  beside?: ReactNode;
  actions?: ReactNode;
  lede: ReactNode;
  sub?: ReactNode;
  children: ReactNode;
}

export function Screen({ crumbs, onBack, beside, actions, lede, sub, children }: Props) {
  return (
    <main className="main">
      <div className="bar" role="toolbar" aria-label="Actions">
        {onBack !== undefined && (
          <button type="button" className="btn quiet icon" aria-label="Back" title="Back" onClick={onBack}>
            <Icon name="left" />
          </button>
        )}
        <div className="crumb">
          {crumbs.map((crumb, i) => (
            <Fragment key={crumb.text}>
              {i > 0 && <Icon name="right" />}
              {crumb.to === undefined ? <b>{crumb.text}</b> : <Link to={crumb.to}>{crumb.text}</Link>}
            </Fragment>
          ))}
        </div>
        {beside}
        <span className="push" />
        {actions}
      </div>
      <div className="lede">
        <h1 data-testid="lede">{lede}</h1>
        {sub !== undefined && sub !== null && <p>{sub}</p>}
      </div>
      <div className="body">{children}</div>
    </main>
  );
}
