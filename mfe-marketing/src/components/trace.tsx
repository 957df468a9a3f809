import type { ReactElement } from 'react';
import { type Point, pathOf } from '@voltframe/kit/react/components/svg-path';
import styles from './trace.module.css';

const sine = `M0 47q22-34 44 0${'t44 0'.repeat(15)}`;
const beacon = `M0 47${'h96q4 12 7 0q4-32 8 0q3 44 7 0q4-44 7 0q4 32 8 0q3-12 7 0'.repeat(5)}`;
const tap = `M0 47${`q15-44 30 0q8 3 16 0${'t16 0'.repeat(8)}h1`.repeat(4)}`;
const joint = `M0 47l35-22${' 70 44 70-44'.repeat(4)} 70 44 35-22`;
const steps = [24, -12, 22, -28, 12, -30, 12];
const levels = `M0 31h50${[...steps, ...steps.slice(0, -1)].map((step) => `v${step}h50`).join('')}`;
const clock = `M0 31h35${'v32h35v-32h35'.repeat(9)}v32h35`;
/** A decaying error of alternating sign around a target curve. */
const learning = pathOf([
  { points: Array.from({ length: 36 }, (_, i): Point => [i * 20, 47 + error(i) + Math.sin(i / 2) * 6]) },
]);

/** One path per service, in the order of the services: 700 wide, around y = 47. */
const TRACES = [sine, beacon, tap, joint, levels, clock, learning];

function error(i: number): number {
  return (i % 2 === 0 ? 28 : -28) * Math.exp(-i / 9);
}

/**
 * The channel of a service, in its section and in its row on the front page. It lights up from left to right while an
 * element around it has `data-live`, and while the link around it is hovered or focused.
 * @param channel 0 to 6
 */
export function Trace({ channel }: { channel: number }): ReactElement {
  const path = TRACES[channel % TRACES.length];
  return (
    <svg
      className={styles['trace']}
      viewBox="0 0 700 94"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
      <path d={path} />
    </svg>
  );
}
