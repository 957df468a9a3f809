import type { ReactElement } from 'react';
import { DestinationLinks } from './destination-links.tsx';
import { HeaderAction } from './header-action.tsx';
import styles from './site-menu.module.css';

/**
 * The collapsible menu of small screens, as a page: a native disclosure, so it opens without JavaScript. The bootstrap
 * closes it on a chosen link, on a click outside the header or on the empty part of the page, and on Escape.
 */
export function SiteMenu(): ReactElement {
  return (
    <details id="site-menu" className={styles['menu']}>
      <summary className={styles['toggle']}>
        <span className={styles['bars']} aria-hidden="true" />
        <b className={styles['shut']}>Menu</b>
        <b className={styles['open']}>Close</b>
      </summary>
      <div className={styles['panel']} data-menu-page>
        <nav aria-label="Menu">
          <DestinationLinks />
        </nav>
        <HeaderAction className={styles['init']} />
      </div>
    </details>
  );
}
