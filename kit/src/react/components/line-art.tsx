import { type ReactElement, useMemo, useSyncExternalStore } from 'react';
import { type Drawing, draw, HEIGHT, WIDTH } from './drawings.ts';
import styles from './line-art.module.css';

export type { Drawing };

interface Props {
  /** The entry's slug: it is drawn from that where it has no picture of its own. */
  seed: string;
  /** Which of the eight kinds of picture (see `draw`). */
  kind?: number | undefined;
  /** Its own picture: what the entry is about, over the scale that all of them have. */
  drawing?: Drawing | undefined;
}

/** The picture of an entry. Decorative: hidden from assistive technology. */
export function LineArt({ seed, kind, drawing }: Props): ReactElement {
  return (
    <svg className={styles['art']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      {drawing ? <Subject {...drawing} /> : <Seeded seed={seed} kind={kind} />}
    </svg>
  );
}

function Subject({ lines, current, guide, tone, mark, words = [] }: Drawing): ReactElement {
  return (
    <>
      <path className={styles['scale']} d="M40 352H600" />
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

function Seeded({ seed, kind }: Pick<Props, 'seed' | 'kind'>): ReactElement {
  const isThere = useSyncExternalStore(never, () => false, isInDocument);
  // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps -- what the server has drawn stays, though it is no longer to be hydrated
  const drawn = useMemo(() => (isThere ? undefined : draw(seed, kind)), [seed, kind]);
  return (
    <>
      <path d={drawn?.lines} suppressHydrationWarning />
      <path className={styles['current']} d={drawn?.current} suppressHydrationWarning />
    </>
  );
}

const never = () => () => {};

/**
 * Asked for on the server, which draws, and while its HTML is hydrated: then the paths are in the document, and React
 * leaves attributes as they are. Where it gives that HTML up it asks for the other snapshot.
 */
const isInDocument = (): boolean => typeof document === 'object';
