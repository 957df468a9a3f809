import type { ReactElement } from 'react';
import styles from './table-of-contents.module.css';

/** Links to the sections (h2) of a text. Renders nothing for a single section. */
export function TableOfContents({
  entries,
}: {
  entries: { depth: number; id: string; text: string }[];
}): ReactElement | null {
  const sections = entries.filter(({ depth }) => depth === 2);
  if (sections.length < 2) return null;
  return (
    <nav className={styles['toc']} aria-label="On this page">
      <p className="label" aria-hidden="true">
        on this page
      </p>
      <ol>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
