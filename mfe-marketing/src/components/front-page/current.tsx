import { type ReactElement, useEffect, useRef } from 'react';
import { whenIdle } from '@voltframe/kit/react/refusable';
import styles from './current.module.css';
import { FIELD, current } from './strands.ts';

const CALM = current();

/**
 * The picture of the slogan: loose strands enter a frame, ordered ones leave it, and one live strand runs through. It
 * is drawn once, from left to right, and answers a pointer with a pulse.
 */
export function Current(): ReactElement {
  const field = useRef<SVGSVGElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    // The motion does not delay hydration.
    whenIdle(() => {
      if (gone) return;
      import('./unrest.ts').then(
        ({ stir }) => {
          if (!gone) stop = stir(field.current!);
        },
        () => {}, // the drawing is complete without motion
      );
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
  return (
    <svg
      ref={field}
      className={styles['current']}
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={CALM.loose} className={styles['loose']} />
      <path className={styles['frame']} d="M700 10H640V62M900 10H960V62M640 198V250H700M960 198V250H900" />
      <g className={styles['drawn']}>
        <path d={CALM.ordered} />
        <path className={styles['alive']} d={CALM.alive} />
      </g>
    </svg>
  );
}
