import type { ReactElement } from 'react';
import { ActionLink } from '@voltframe/kit/react/components/action-link';
import type { Home } from '../../content-schemas.ts';
import { Current } from './current.tsx';
import styles from './hero.module.css';
import { SiteNote } from './site-note.tsx';

/**
 * The slogan in very large type: the first sentence outlined, the rest solid, with the current between them.
 */
export function Hero({ page, apps }: { page: Home; apps: string[] }): ReactElement {
  const { kicker, heading, lead, primary, secondary } = page.hero;
  const [idea, ...reality] = heading.split(/(?<=[.!?])\s+/);
  return (
    <header className={styles['hero']}>
      <p className={`label ${styles['kicker']}`}>{kicker}</p>
      <h1 className={styles['heading']} tabIndex={-1}>
        <span className={styles['idea']}>{idea}</span> <Current />
        <span className={styles['reality']}>{reality.join(' ')}</span>
      </h1>
      <div className={`lines ${styles['below']}`}>
        <div className={styles['text']}>
          <p className={styles['lead']}>{lead}</p>
          <p className={styles['actions']}>
            <ActionLink to={primary.href} label={primary.label} />
            <ActionLink to={secondary.href} label={secondary.label} quiet />
          </p>
        </div>
        <div className={styles['log']}>
          <SiteNote site={page.site} apps={apps} />
        </div>
      </div>
    </header>
  );
}
