import type { ReactElement } from 'react';
import { FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { Link } from '@voltframe/kit/react';
import type { PortfolioPage } from '../../content-schemas.ts';
import { figuresOf } from './figure-texts.ts';
import { timeText } from './number-text.ts';
import { SiteGraph } from './site-graph.tsx';
import { useFigures } from './use-figures.ts';
import styles from './this-site.module.css';

const WORDS = { visitor: 'visitor', gateway: 'gateway' };

/**
 * Entry 00: this site, as the way of its answers. The figures load after hydration into reserved space; the drawing is
 * complete without them.
 */
export function ThisSite({ site, apps }: { site: PortfolioPage['site']; apps: string[] }): ReactElement {
  const [shown, figures] = useFigures<HTMLElement>();
  const read = figures ? figuresOf(figures) : {};
  return (
    <article ref={shown} id="this-site" className={styles['site']} aria-labelledby="this-site-title">
      <p className="label">entry 00, in use</p>
      <h2 id="this-site-title" className={styles['title']}>
        {site.title}
      </h2>
      <p className={styles['summary']}>{site.summary}</p>
      <div className={styles['drawing']}>
        <SiteGraph apps={apps} words={WORDS} figures={figures} counted />
        <TimeAxis figures={figures} />
      </div>
      <p className={styles['key']}>{site.key}</p>
      <dl className={styles['figures']}>
        {site.figures.map(({ id, label, measured, note }) => {
          const [value = '', detail = ''] = read[id] ?? [];
          return (
            <div key={id}>
              <dt className="label">{label}</dt>
              <dd className={styles['value']}>{value}</dd>
              <dd className={styles['detail']}>{detail}</dd>
              <dd>
                {note ? `${measured} ` : measured}
                {note && <Link to={note.href}>{note.label}</Link>}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className={styles['source']}>
        {`${site.source} `}
        <a href={FIGURES_URL}>figures.json</a>
      </p>
    </article>
  );
}

/** The time that the counts cover, with the last deploy as a mark. */
function TimeAxis({ figures }: { figures: SiteFigures | undefined }): ReactElement {
  const start = figures && Math.min(figures.counted.since, figures.deploy?.at ?? Infinity);
  const share = (time: number): number =>
    figures && start !== undefined ? (100 * (time - start)) / Math.max(1, figures.at - start) : 0;
  const deploy = figures?.deploy;
  return (
    <div className={styles['axis']}>
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path d="M0 12H100M0 4V20M100 4V20" />
        {deploy ? <path className={styles['mark']} d={`M${share(deploy.at)} 0V24`} /> : null}
      </svg>
      <p>
        <span>{start === undefined ? '' : timeText(start)}</span>
        <span>{deploy ? `last deploy: ${timeText(deploy.at)}` : ''}</span>
        <span>{figures ? timeText(figures.at) : ''}</span>
      </p>
    </div>
  );
}
