import type { ReactElement } from 'react';
import styles from './error-screen.module.css';

/** The site's frame, broken: not-found lacks a corner, an error lacks the current. */
export function BrokenFrame({ variant }: { variant: 'not-found' | 'error' }): ReactElement {
  return (
    <svg className={styles['frame']} viewBox="0 0 640 400" aria-hidden="true" focusable="false">
      <path d="M150 40H60V120M60 280V360H150M490 360H580V280" />
      {variant === 'not-found' ? (
        <>
          <path className={styles['piece']} d="M505 52L592 26L616 106" />
          <path
            className={styles['current']}
            d="M0 210H170L215 120L265 300L300 200H390L420 176M436 166L452 150M470 128L482 104M496 82L504 60"
          />
        </>
      ) : (
        <>
          <path d="M490 40H580V120" />
          <path
            className={styles['current']}
            d="M0 210H170L215 120L262 300L284 238M300 214L292 184M318 236L334 252M310 190L330 174"
          />
          <path className={styles['piece']} d="M430 210H640" />
        </>
      )}
    </svg>
  );
}
