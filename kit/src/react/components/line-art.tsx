import type { ReactElement } from 'react';
import { draw, HEIGHT, WIDTH } from './drawings.ts';
import styles from './line-art.module.css';

/**
 * The picture of an entry, drawn from its slug. Decorative: hidden from assistive technology.
 * @param props.seed the entry's slug
 * @param props.kind which of the eight kinds of picture (see `draw`)
 */
export function LineArt({ seed, kind }: { seed: string; kind?: number }): ReactElement {
  const { lines, current } = draw(seed, kind);
  return (
    <svg className={styles['art']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <path d={lines} />
      <path className={styles['current']} d={current} />
    </svg>
  );
}
