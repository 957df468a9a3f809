import type { ReactElement } from 'react';
import styles from './build-log.module.css';

interface Props {
  composition: string;
  /** ISO date and time. */
  formed: string;
  releases: { app: string; digest: string }[];
}

/** The parts of each app on the page that shows this log. */
const ROLES: Record<string, string> = {
  shell: 'frame, navigation, errors',
  marketing: 'the lab’s pages',
  blog: 'notes from the bench',
  legal: 'terms and privacy',
};

/** The releases of the shown composition, by app. */
export default function BuildLog({ composition, formed, releases }: Props): ReactElement {
  return (
    <figure className={styles['log']}>
      <figcaption className={styles['title']}>
        This page, right now: {releases.length}&nbsp;releases, one composition.
        <span className={styles['hint']}>Choose one to see what it rendered here.</span>
      </figcaption>
      <dl>
        {releases.map(({ app, digest }) => (
          <div key={app} className={styles['row']} data-release={app}>
            <dt>{app}</dt>
            <dd>
              <data value={digest}>{digest}</data>
              {ROLES[app] ? <span className={styles['role']}>{ROLES[app]}</span> : null}
              <button
                type="button"
                className={styles['probe']}
                data-xray={app}
                aria-pressed="false"
                aria-label={`X-ray what ${app} rendered`}
              />
            </dd>
          </div>
        ))}
        <div className={`${styles['row']} ${styles['sum']}`}>
          <dt>site</dt>
          <dd>
            <data value={composition}>{composition}</data>
            <time className={styles['role']} dateTime={formed}>
              {formed.slice(0, 16).replace('T', ' ')} UTC
            </time>
          </dd>
        </div>
      </dl>
    </figure>
  );
}
