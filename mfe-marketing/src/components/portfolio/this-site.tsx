import { type ReactElement, useEffect, useState } from 'react';
import { ageText } from '@voltframe/kit/contract/operations/site-status';
import { FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { Link } from '@voltframe/kit/react';
import { whenIdle } from '@voltframe/kit/react/refusable';
import type { PortfolioPage } from '../../content-schemas.ts';
import styles from './this-site.module.css';

/** The loaded values by figure. */
type Read = Record<'requests' | 'bytes' | 'deploy' | 'failed', [value: string, detail: string]>;

/**
 * Entry 00: this site. The figures load after hydration into reserved space; the article is complete without them.
 */
export function ThisSite({ site }: { site: PortfolioPage['site'] }): ReactElement {
  const [read, setRead] = useState<Partial<Read>>({});
  useEffect(() => {
    // The request waits until the browser is idle, so that it does not delay hydration.
    whenIdle(() => {
      fetch(FIGURES_URL)
        .then(async (answer) => answer.ok && setRead(figuresOf((await answer.json()) as SiteFigures)))
        .catch(() => {});
    });
  }, []);
  return (
    <article id="this-site" className={styles['site']} aria-labelledby="this-site-title">
      <p className="label">entry 00, in use</p>
      <h2 id="this-site-title" className={styles['title']}>
        {site.title}
      </h2>
      <p className={styles['summary']}>{site.summary}</p>
      <dl className={styles['figures']}>
        {site.figures.map(({ id, label, measured, note }) => {
          const [value = '–', detail = ''] = read[id] ?? [];
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

/** @returns the texts of the figures; `deploy` only after a deploy */
export function figuresOf({ at, counted, deploy }: SiteFigures): Partial<Read> {
  const { since, requests, bytes, failed, gateways } = counted;
  const began = `since ${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const counts = gateways > 1 ? `${began}, by one of ${gateways} gateways` : began;
  return {
    requests: [numberText(requests), counts],
    bytes: [`${(bytes / 1_000_000).toFixed(1)} MB`, counts],
    failed: [numberText(failed), counts],
    ...(deploy && {
      deploy: [
        ageText(Math.max(0, at - deploy.at)),
        `${deploy.failed} of ${numberText(deploy.requests)} answers failed${deploy.stands ? '' : '; rolled back'}`,
      ],
    }),
  };
}

/** @returns `12,345` in every locale */
function numberText(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
