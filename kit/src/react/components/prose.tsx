import type { ReactElement, Ref } from 'react';
import styles from './prose.module.css';

/**
 * Running text that the content compiler made from Markdown.
 * @param props.html its trusted HTML: content of the app itself, compiled at build
 */
export function Prose({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }): ReactElement {
  return <div ref={ref ?? null} className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
