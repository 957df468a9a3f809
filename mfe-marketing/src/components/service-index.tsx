import { type ReactElement, useEffect, useRef } from 'react';
import type { Service } from '../content-schemas.ts';
import styles from './service-index.module.css';

type IndexedService = Pick<Service, 'slug' | 'label' | 'order'>;

/**
 * Links to the sections of the page, which stay in sight: a column beside them, or a strip above them that follows.
 * @param current index of the one that is being read, or -1
 */
export function ServiceIndex({
  services,
  current,
}: {
  services: IndexedService[];
  current: number;
}): ReactElement {
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => centre(strip.current!, current), [current]);
  return (
    <nav className={styles['index']} aria-label="Services on this page">
      <ol ref={strip}>
        {services.map(({ slug, label, order }, i) => (
          <li key={slug}>
            <a
              href={`#${slug}`}
              aria-current={i === current ? 'location' : undefined}
              // Browsers leave a link that is in view in part where it is. Under a pointer nothing moves.
              onFocus={({ target }) => target.matches(':focus-visible') && centre(strip.current!, i)}
            >
              <span aria-hidden="true">{order}</span> {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Scrolls the list to its item of that index, if there is one. */
function centre(list: HTMLElement, index: number): void {
  const item = list.children[index] as HTMLElement | undefined;
  if (item) list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
}
