import type { ReactElement } from 'react';
import styles from './status-note.module.css';

interface Props {
  composition: string;
  releases: number;
}

/**
 * The footer's online and monitoring note. The live composition renders it, so a visible note proves that the site is
 * up.
 */
export default function StatusNote({ composition, releases }: Props): ReactElement {
  return (
    <p className={styles['note']}>
      <span className={styles['light']} aria-hidden="true" />
      <span>
        ONLINE · composition {composition} <span className={styles['separator']}>· </span>
        {releases}&nbsp;releases&nbsp;· monitoring
      </span>
    </p>
  );
}
