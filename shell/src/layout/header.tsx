import type { ReactElement } from 'react';
import { Link, useSite } from '@voltframe/kit/react';
import { HEADER_LINES } from './brand.ts';
import { DestinationLinks } from './destination-links.tsx';
import { HeaderAction } from './header-action.tsx';
import styles from './header.module.css';
import { SiteMenu } from './site-menu.tsx';

/** The fixed header. Past 50 px of scroll the bootstrap marks `<html data-scrolled>` and it turns opaque. */
export function Header(): ReactElement {
  return (
    <header className={styles['header']} data-header>
      <Lines />
      <div className={styles['bar']}>
        <Logo />
        <nav className={styles['nav']} aria-label="Main">
          <DestinationLinks />
        </nav>
        <HeaderAction className={styles['init']} />
        <SiteMenu />
      </div>
    </header>
  );
}

/** The 20 lines that the page is aligned to, drawn as the ruler of the header. */
function Lines(): ReactElement {
  return (
    <div className={styles['lines']} aria-hidden="true">
      {Array.from({ length: HEADER_LINES }, (_, i) => (
        <i key={i} data-line />
      ))}
    </div>
  );
}

function Logo(): ReactElement {
  const { name } = useSite();
  return (
    <Link to="/" className={styles['logo']} data-logo>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path d="M10 2H2v8M22 30h8v-8M30 10V2h-4M2 22v8h4" />
        <path className={styles['current']} d="M0 18h9l5-9 5 14 4-7h9" />
      </svg>
      <span className={styles['name']} data-text={name}>
        {name}
      </span>
    </Link>
  );
}
