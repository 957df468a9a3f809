import { type ReactElement, useMemo, useSyncExternalStore } from 'react';
import { draw, HEIGHT, WIDTH } from './drawings.ts';
import styles from './line-art.module.css';

/**
 * The picture of an entry, drawn from its slug. Decorative: hidden from assistive technology.
 * @param props.seed the entry's slug
 * @param props.kind which of the eight kinds of picture (see `draw`)
 */
export function LineArt({ seed, kind }: { seed: string; kind?: number }): ReactElement {
  const isThere = useSyncExternalStore(never, () => false, isInDocument);
  // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps -- what the server has drawn stays, though it is no longer to be hydrated
  const drawn = useMemo(() => (isThere ? undefined : draw(seed, kind)), [seed, kind]);
  return (
    <svg className={styles['art']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <path d={drawn?.lines} suppressHydrationWarning />
      <path className={styles['current']} d={drawn?.current} suppressHydrationWarning />
    </svg>
  );
}

const never = () => () => {};

/**
 * Asked for on the server, which draws, and while its HTML is hydrated: then the paths are in the document, and React
 * leaves attributes as they are. Where it gives that HTML up it asks for the other snapshot.
 */
const isInDocument = (): boolean => typeof document === 'object';
