import type { ReactElement } from 'react';
import styles from './status-note.module.css';

/**
 * The footer's online and monitoring note. The live composition renders it, so a visible note proves that the site is
 * up. `<html data-status>` (builds/site-status.ts) replaces it by one of the other two texts.
 */
export default function StatusNote({ releases }: { releases: number }): ReactElement {
  return (
    <p className={styles['note']}>
      <span className={styles['light']} aria-hidden="true" />
      <span className={styles['online']}>ONLINE · {releases}&nbsp;releases&nbsp;· monitoring</span>
      <span className={styles['newer']}>ONLINE · a newer release is live</span>
      <span className={styles['offline']}>OFFLINE · this page stays readable</span>
    </p>
  );
}
