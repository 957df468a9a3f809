import type { ReactElement } from 'react';
import styles from './status-note.module.css';

interface Props {
  composition: string;
  releases: number;
}

/**
 * The footer's online and monitoring note. It is rendered by the live composition, so being able to read it is the
 * check.
 */
export default function StatusNote({ composition, releases }: Props): ReactElement {
  return (
    <p className={styles['note']}>
      <span className={styles['light']} aria-hidden="true" />
      ONLINE · composition {composition}&nbsp;· {releases} releases&nbsp;· monitoring
    </p>
  );
}
