import type { ReactElement } from 'react';
import { Link, type SiteTarget } from '@voltframe/kit/react';
import styles from './filter-links.module.css';

interface Props {
  label: string;
  /** Path of the list. */
  path: SiteTarget;
  /** Name of the query parameter. */
  parameter: string;
  options: { value: string; label: string; count?: number }[];
  selected: string | undefined;
}

/** Filters a list with links, so that it works without JavaScript and every choice has an address. */
export function FilterLinks({ label, path, parameter, options, selected }: Props): ReactElement {
  return (
    <nav aria-label={label}>
      <ul className={styles['filter']}>
        <li>
          <Link to={path} className={styles['option']} aria-current={selected ? undefined : 'true'}>
            All
          </Link>
        </li>
        {options.map((option) => (
          <li key={option.value}>
            <Link
              to={`${path}?${parameter}=${option.value}`}
              className={styles['option']}
              aria-current={option.value === selected ? 'true' : undefined}
            >
              {option.label}
              {option.count === undefined ? null : <span className={styles['count']}>{option.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
