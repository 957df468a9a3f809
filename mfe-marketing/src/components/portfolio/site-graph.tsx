import { type ReactElement, useEffect, useRef } from 'react';
import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { numberText } from './number-text.ts';
import styles from './site-graph.module.css';

interface Props {
  /** The apps of the site, the shell first. */
  apps: string[];
  /** The words of the drawing; an app without a word has its name. */
  words: { visitor: string; gateway: string; apps?: Record<string, string> };
  figures: SiteFigures | undefined;
  /** Whether the answers of each app are written beside it. */
  counted?: boolean;
}

/** Widths of strokes, px: without answers, and what all answers together add. */
const THIN = 1.5;
const THICK = 6;
/** Most gaps of a stroke, which would dissolve otherwise. */
const MOST_GAPS = 12;

/**
 * The way of an answer: visitor, gateway, apps. With figures a stroke is wider for a larger share of the answers, has a
 * gap for each failed answer, and carries a pulse for each answer since the last reading.
 */
export function SiteGraph({ apps, words, figures, counted = false }: Props): ReactElement {
  const of = (app: string) => figures?.counted.apps[app];
  const sum = Object.values(figures?.counted.apps ?? {}).reduce((all, { requests }) => all + requests, 0);
  const width = (requests = 0): number => THIN + (sum > 0 ? THICK * Math.sqrt(requests / sum) : 0);
  return (
    <div className={styles['graph']}>
      <span className={styles['node']}>{words.visitor}</span>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <Wire d="M0 50H100" width={width(sum)} count={figures?.counted.requests} />
      </svg>
      <span className={styles['node']}>{words.gateway}</span>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {apps.map((app, i) => {
          const y = ((i + 0.5) * 100) / apps.length;
          const answered = of(app);
          return (
            <Wire
              key={app}
              d={`M0 50C50 50 50 ${y} 100 ${y}`}
              width={width(answered?.requests)}
              count={answered?.requests}
              failed={answered?.failed}
            />
          );
        })}
      </svg>
      <ul className={styles['apps']}>
        {apps.map((app) => {
          const answered = of(app);
          return (
            <li key={app}>
              <span className={styles['node']}>{words.apps?.[app] ?? app}</span>{' '}
              {answered && counted ? (
                <data value={answered.requests}>{numberText(answered.requests)}</data>
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface WireProps {
  d: string;
  /** px */
  width: number;
  /** Undefined: not known. */
  count: number | undefined;
  failed?: number | undefined;
}

function Wire({ d, width, count, failed = 0 }: WireProps): ReactElement {
  const pulse = useRef<SVGPathElement>(null);
  const before = useRef<number>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = count;
    if (count === undefined || last === undefined || count <= last) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // The script loads when it is needed first, which no page does before its second reading.
    void import('./pulse-along.ts').then(
      ({ pulseAlong }) => pulse.current && pulseAlong(pulse.current, count - last),
      () => {},
    );
  }, [count]);
  const gaps = Math.min(MOST_GAPS, failed);
  return (
    <>
      <path
        d={d}
        pathLength={100}
        strokeWidth={width}
        strokeDasharray={gaps > 0 ? `${100 / (gaps + 1) - 2} 2` : undefined}
      />
      <path ref={pulse} d={d} pathLength={100} className={styles['pulse']} strokeWidth={width + 1.5} />
    </>
  );
}
