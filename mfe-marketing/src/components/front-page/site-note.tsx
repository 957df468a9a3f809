import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import type { Home } from '../../content-schemas.ts';
import { numberText, timeText } from '../portfolio/number-text.ts';
import { SiteGraph } from '../portfolio/site-graph.tsx';
import { useFigures } from '../portfolio/use-figures.ts';
import styles from './site-note.module.css';

/** The short form of the portfolio's entry about this site, in words that a client knows. */
export function SiteNote({ site, apps }: { site: Home['site']; apps: string[] }): ReactElement {
  const [shown, figures] = useFigures<HTMLElement>();
  return (
    <figure ref={shown} className={styles['note']}>
      <figcaption>{site.caption}</figcaption>
      <SiteGraph apps={apps} words={site} figures={figures} />
      <p className={styles['count']}>
        {figures ? (
          <>
            {`${numberText(figures.counted.requests)} ${site.count} `}
            <span>{timeText(figures.counted.since)}</span>
          </>
        ) : null}
      </p>
      <p className={styles['ways']}>
        <button type="button" className={styles['xray']} data-xray="" aria-pressed="false">
          X-ray this page
        </button>
        <Link to="/portfolio#this-site">{site.label}</Link>
      </p>
    </figure>
  );
}
