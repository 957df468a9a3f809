import type { ReactElement } from 'react';
import type { About } from '../content-schemas.ts';
import styles from './process-diagram.module.css';

type Step = About['process']['steps'][number];

/**
 * One drawing of 240 × 160 per step, side by side. Their highlighted paths are one line: a scribble, three variants, a
 * test at the narrowest point, stairs, a running signal, and an arrow out of the frame into the margin.
 */
const GLYPHS = [
  {
    alive: 'M0 96C18 40 40 140 58 84S92 30 104 92S136 140 150 84S172 80 190 80H240',
    lines:
      'M0 60C30 110 50 30 84 100S140 40 170 96S219 98 232 80M0 120C26 80 60 150 96 70S150 120 186 72S219 62 232 80',
  },
  {
    alive: 'M0 80H52L92 80H240',
    lines:
      'M52 80L92 36H168L200 80M52 80L92 124H168L200 80M92 70H160V90H92zM100 28H160V46H100zM100 114H160V132H100z',
  },
  {
    alive: 'M0 80H104L116 80H240',
    lines: 'M24 28L112 72V24M24 132L112 88V136M216 28L128 72V24M216 132L128 88V136',
  },
  {
    alive: 'M0 80H60V132H92V106H124V80H156V54H188V80H240',
    lines: 'M60 132H188V54M92 132V106M124 132V80M156 132V54M48 140H200',
  },
  {
    alive: 'M0 80H44V44H76V116H108V44H140V116H172V44H196V80H240',
    lines: 'M32 24H208V136H32zM32 44H24M32 80H24M32 116H24M208 44H216M208 116H216',
  },
  {
    alive: 'M0 80H258M240 62L258 80L240 98',
    lines: 'M40 24H16V48M16 112V136H40M112 24H136V48M136 112V136H112',
  },
] as const;

const WIDTH = 240;

/**
 * The six steps of the process as a list. In a wide window one line runs over all of them, and scrolling fills it; in a
 * narrow one the line runs down beside them. It is decoration.
 */
export function ProcessDiagram({ steps }: { steps: Step[] }): ReactElement {
  return (
    <div className={styles['instrument']}>
      <svg
        className={styles['line']}
        viewBox={`0 0 ${WIDTH * GLYPHS.length} 160`}
        aria-hidden="true"
        focusable="false"
      >
        {GLYPHS.map(({ lines, alive }, i) => (
          <g key={lines} transform={`translate(${i * WIDTH})`}>
            <path d={lines} />
            <path d={alive} className={styles['way']} />
          </g>
        ))}
        <g className={styles['alive']}>
          {GLYPHS.map(({ alive }, i) => (
            <path key={alive} d={alive} transform={`translate(${i * WIDTH})`} />
          ))}
        </g>
      </svg>
      <ol className={styles['steps']}>
        {steps.map(({ label, title, text, yields }, i) => (
          <li key={label} className={styles['step']}>
            <p className={styles['label']}>
              {i + 1} {label}
            </p>
            <h3 className={styles['title']}>{title}</h3>
            <p className={styles['text']}>{text}</p>
            <p className={styles['yields']}>
              <span className="visually-hidden">What you have then: </span>
              {yields}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
