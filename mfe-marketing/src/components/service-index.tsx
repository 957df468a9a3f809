import { type ReactElement, useEffect, useRef } from 'react';
import type { Service } from '../content-schemas.ts';
import styles from './service-index.module.css';

type IndexedService = Pick<Service, 'slug' | 'label' | 'order'>;

/**
 * Sticky links to the sections of the page: a column beside them, or a scrolling strip above them.
 * @param current index of the section at the reading line, or -1
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
              // Browsers do not scroll to a focused link that is partly in view. Focus by a pointer scrolls nothing.
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

/** Scrolls an item to the middle of the list, or the list to its start. */
function centre(list: HTMLElement, index: number): void {
  const item = list.children[index] as HTMLElement | undefined;
  list.scrollLeft = item ? item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2 : 0;
}
