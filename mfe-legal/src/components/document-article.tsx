import type { ReactElement } from 'react';
import { Onward } from '@voltframe/kit/react/components/onward';
import { Prose } from '@voltframe/kit/react/components/prose';
import { TableOfContents } from '@voltframe/kit/react/components/table-of-contents';
import type { DocumentData } from '../document-server.ts';
import styles from './document-article.module.css';

interface Props {
  document: DocumentData;
  /** The other document of the site. */
  other: { title: string; to: '/privacy' | '/terms' };
  /** Title of the link to the contact page. */
  ask: string;
}

/** A legal document: day of the last change, summary, table of contents and text. */
export function DocumentArticle({ document, other, ask }: Props): ReactElement {
  const { title, description, updated, day, summary, toc = [], html = '', minutes } = document;
  return (
    <>
      <article className={`lines ${styles['document']}`}>
        <header className={styles['head']}>
          <p className="label">
            legal · updated <time dateTime={updated}>{day}</time> · {minutes} min
          </p>
          <h1 className={styles['title']} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles['description']}>{description}</p>
        </header>
        <section className={`frame ${styles['summary']}`} aria-labelledby="in-short">
          <h2 id="in-short" className="label">
            in short
          </h2>
          <ul>
            {summary.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
        <aside className={styles['toc']}>
          <TableOfContents entries={toc} />
        </aside>
        <div className={styles['text']}>
          <Prose html={html} />
        </div>
      </article>
      <Onward
        label="After this document"
        ways={[
          { label: 'legal', ...other },
          { label: 'contact', title: ask, to: '/contact' },
        ]}
      />
    </>
  );
}
