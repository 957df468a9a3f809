import type { ReactElement } from 'react';
import { Icon, Link } from '@voltframe/kit/react';
import type { Service } from '../../content-schemas.ts';
import styles from './instrument-panel.module.css';
import { TRACES } from './traces.ts';

export type PanelService = Pick<Service, 'slug' | 'label' | 'icon' | 'summary'>;

/** The seven services and, beside them, a scope with one channel each: it answers hover and focus, by CSS alone. */
export function InstrumentPanel({ services }: { services: PanelService[] }): ReactElement {
  return (
    <div className={styles['panel']}>
      <div className={`frame ${styles['scope']}`} aria-hidden="true">
        <svg viewBox="0 0 700 490" focusable="false">
          {services.map(({ slug }, i) => (
            <path
              key={slug}
              className={styles['trace']}
              d={TRACES[i % TRACES.length]}
              transform={`translate(0 ${i * 66})`}
            />
          ))}
        </svg>
      </div>
      <ol className={styles['list']}>
        {services.map((service, i) => (
          <li key={service.slug} className={styles['row']}>
            <Link to={`/services#${service.slug}`} className={styles['link']}>
              <span className={styles['number']} aria-hidden="true">
                {i + 1}
              </span>
              <span className={styles['label']}>{service.label}</span>
              <span className={styles['summary']}>{service.summary}</span>
              <span className={styles['icon']}>
                <Icon name={service.icon} size={24} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
