import type { ReactElement } from 'react';
import type { Drawing } from '../../contract/page/drawing.ts';
import styles from './line-art.module.css';

export type { Drawing };

interface Props {
  /** What the entry is about; without one there is only the scale that all pictures have. */
  drawing: Drawing | undefined;
}

/** The picture of an entry. Decorative: hidden from assistive technology. */
export function LineArt({ drawing }: Props): ReactElement {
  return (
    <svg className={styles['art']} viewBox="0 0 640 400" aria-hidden="true" focusable="false">
      <path className={styles['scale']} d="M40 352H600" />
      {drawing && <Subject {...drawing} />}
    </svg>
  );
}

function Subject({ lines, current, guide, tone, mark, words = [] }: Drawing): ReactElement {
  return (
    <>
      {tone && <path className={styles['tone']} d={tone} />}
      <path d={lines} />
      {guide && <path className={styles['guide']} d={guide} />}
      <path className={styles['current']} d={current} />
      {mark && <circle className={styles['mark']} cx={mark[0]} cy={mark[1]} r={7} />}
      {words.map(([x, y, text]) => (
        <text key={`${x} ${y}`} x={x} y={y}>
          {text}
        </text>
      ))}
    </>
  );
}
