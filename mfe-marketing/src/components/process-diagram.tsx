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
    alive: 'M0 80H240',
    lines:
      'M0 80L40 36H116L148 80M0 80L40 124H116L148 80M40 70H108V90H40zM48 28H108V46H48zM48 114H108V132H48z',
  },
  {
    alive: 'M0 80H240',
    lines: 'M0 28L88 72V24M0 132L88 88V136M192 28L104 72V24M192 132L104 88V136',
  },
  {
    alive: 'M0 80H12V132H44V106H76V80H108V54H140V80H240',
    lines: 'M12 132H140V54M44 132V106M76 132V80M108 132V54M0 140H152',
  },
  {
    alive: 'M0 80H20V44H52V116H84V44H116V116H148V44H172V80H240',
    lines: 'M8 24H184V136H8zM8 44H0M8 80H0M8 116H0M184 44H192M184 116H192',
  },
  {
    alive: 'M0 80H258M240 62L258 80L240 98',
    lines: 'M24 24H0V48M0 112V136H24M96 24H120V48M120 112V136H96',
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
