import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import type { Service } from '../../content-schemas.ts';
import { Trace } from '../trace.tsx';
import { useCurrentChild } from '../use-current-child.ts';
import styles from './instrument-panel.module.css';

export type PanelService = Pick<Service, 'slug' | 'label' | 'summary'>;

/** Touch devices, without the preference for reduced motion. */
const TOUCHED = '(hover: none) and (prefers-reduced-motion: no-preference)';

/**
 * The seven services, each with its channel. CSS lights a channel on hover and focus; on touch devices the channel at
 * the reading line is lit.
 */
export function InstrumentPanel({ services }: { services: PanelService[] }): ReactElement {
  const [panel, current] = useCurrentChild<HTMLOListElement>(TOUCHED);
  return (
    <ol ref={panel} className={styles['panel']}>
      {services.map((service, i) => (
        <li key={service.slug} className={styles['row']} data-live={i === current ? '' : undefined}>
          <Link to={`/services#${service.slug}`} className={styles['link']}>
            <span className={styles['number']} aria-hidden="true">
              {i + 1}
            </span>
            <span className={styles['label']}>{service.label}</span>
            <span className={styles['summary']}>{service.summary}</span>
            <span className={styles['scope']}>
              <Trace channel={i} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
