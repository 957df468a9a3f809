import { type ReactElement, useEffect, useRef } from 'react';
import { seededRandom } from '@voltframe/kit/react/components/seeded-random';
import styles from './current.module.css';
import { FIELD, FRAME, LIVE, LOOSE, lane, strand } from './strands.ts';
import { stir } from './unrest.ts';

/** A strand to the right of the frame: straight, with one bend and a stop at its end. */
function order(i: number): string {
  const random = seededRandom(`order ${i}`);
  const spread = (i - LIVE) * 5;
  const bend = FRAME.right + 60 + Math.abs(i - LIVE) * 24;
  const end = 1180 + Math.round(random() * 330);
  const route = `M${FRAME.right} ${lane(i)}H${bend}l${Math.abs(spread)} ${spread}`;
  return `${route}H${end}m0-4v8`;
}

const ORDERED = LOOSE.map(order).join('');
/** The live strand: peaks in the frame, then a square wave to the edge of the page. */
const ANSWER = `H706L750 58L812 222L862 88L894 130H1180v-30h60v60h60v-60h60v60h60v-30H${FIELD.width}`;

/**
 * The picture of the slogan: loose strands enter a frame, ordered ones leave it, and one live strand runs through. It
 * is drawn once, from left to right. After that only the strands to the left of the frame move.
 */
export function Current(): ReactElement {
  const field = useRef<SVGSVGElement>(null);
  const loose = useRef<SVGPathElement>(null);
  const alive = useRef<SVGPathElement>(null);
  useEffect(
    () => stir({ field: field.current!, loose: loose.current!, alive: alive.current!, ordered: ANSWER }),
    [],
  );
  return (
    <svg
      ref={field}
      className={styles['current']}
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path ref={loose} d={LOOSE.map((i) => strand(i)).join('')} className={styles['loose']} />
      <path className={styles['frame']} d="M700 10H640V62M900 10H960V62M640 198V250H700M960 198V250H900" />
      <g className={styles['drawn']}>
        <path d={ORDERED} />
        <path ref={alive} className={styles['alive']} d={strand(LIVE) + ANSWER} />
      </g>
    </svg>
  );
}
