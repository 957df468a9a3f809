import type { ReactElement } from 'react';
import { NavLink } from '@voltframe/kit/react';
import { useLinks } from './frame-context.ts';

/** The links of the header, for the bar and for the small-screen menu. */
export function DestinationLinks(): ReactElement {
  return (
    <ul>
      {useLinks().header.map(({ place, path, label }) => (
        <li key={place}>
          <NavLink to={path}>{label}</NavLink>
        </li>
      ))}
    </ul>
  );
}
