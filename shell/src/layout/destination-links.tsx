import type { ReactElement } from 'react';
import { NAVIGATION_LINKS } from '@voltframe/kit/contract/page/navigation-links';
import { NavLink } from '@voltframe/kit/react';

/** The seven links, for the bar and for the small-screen menu. */
export function DestinationLinks(): ReactElement {
  return (
    <ul>
      {NAVIGATION_LINKS.map(({ href, label }) => (
        <li key={href}>
          <NavLink to={href}>{label}</NavLink>
        </li>
      ))}
    </ul>
  );
}
