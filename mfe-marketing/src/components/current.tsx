import type { ReactElement } from 'react';
import { seededRandom } from '@voltframe/kit/react/components/seeded-random';
import { type Point, type Polyline, pathOf } from '@voltframe/kit/react/components/svg-path';
import styles from './current.module.css';

// A field of 1600 × 260 with the frame in its middle: what comes in from the left is loose, what leaves is in order.
const FRAME = { left: 640, right: 960 };
const STRANDS = 11;
const LIVE = 5;
const lane = (i: number): number => 40 + i * 18;

/** A strand on its way in: it wanders, the less the nearer it comes to the frame. */
function wander(i: number): Polyline {
  const random = seededRandom(`strand ${i}`);
  const waves = [0, 1, 2].map((n) => ({
    size: (56 - n * 18) * (0.4 + random()),
    pace: 0.004 + n * 0.007 + random() * 0.006,
    phase: random() * 6.28,
  }));
  const points = Array.from({ length: 34 }, (_, k): Point => {
    const x = (k / 33) * FRAME.left;
    const loose = (1 - x / FRAME.left) ** 0.8;
    const y =
      lane(i) +
      loose * waves.reduce((sum, wave) => sum + wave.size * Math.sin(x * wave.pace + wave.phase), 0);
    return [x, y];
  });
  return { points };
}

/** The same strand behind the frame: straight, one bend, a pad at its end. The live one runs off the page. */
function order(i: number): string {
  const random = seededRandom(`order ${i}`);
  const y = lane(i);
  const spread = (i - LIVE) * 5;
  const bend = FRAME.right + 60 + Math.abs(i - LIVE) * 24;
  const end = 1180 + Math.round(random() * 330);
  const route = `M${FRAME.right} ${y}H${bend}l${Math.abs(spread)} ${spread}`;
  if (i === LIVE) return `M${FRAME.right} ${y}H1180v-30h60v60h60v-60h60v60h60v-30H1600`;
  return `${route}H${end}m0 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0`;
}

const strands = Array.from({ length: STRANDS }, (_, i) => i).filter((i) => i !== LIVE);
const LOOSE = pathOf(strands.map(wander));
const ORDERED = strands.map(order).join('');
const ALIVE = `${pathOf([wander(LIVE)])}H706L750 58L812 222L862 88L894 130H${FRAME.right}${order(LIVE).replace(/^M\d+ \d+/, '')}`;

/** The picture of the promise: ideas enter the frame, reality leaves it, one line is alive all the way. */
export function Current(): ReactElement {
  return (
    <svg
      className={styles['current']}
      viewBox="0 0 1600 260"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path d={LOOSE} className={styles['loose']} />
      <path d={ORDERED} />
      <path className={styles['frame']} d="M700 10H640V62M900 10H960V62M640 198V250H700M960 198V250H900" />
      <path className={styles['alive']} d={ALIVE} />
    </svg>
  );
}
