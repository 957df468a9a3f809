import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import styles from './closing-call.module.css';

interface Props {
  heading: string;
  text: string;
  label: string;
  href: string;
}

/** The call to action at the end of a page, the only large area in the electric colour. */
export function ClosingCall({ heading, text, label, href }: Props): ReactElement {
  return (
    <section className={`lines ${styles['call']}`} aria-labelledby="closing">
      <h2 id="closing" className={styles['heading']}>
        {heading}
      </h2>
      <p className={styles['text']}>{text}</p>
      <p className={styles['way']}>
        <Link to={href} className={styles['action']}>
          {label}
        </Link>
      </p>
    </section>
  );
}
