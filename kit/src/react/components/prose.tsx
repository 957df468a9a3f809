import type { ReactElement, Ref } from 'react';
import styles from './prose.module.css';

/**
 * Text from Markdown.
 * @param props.html trusted HTML, which the build compiled from the content of the app
 */
export function Prose({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }): ReactElement {
  return <div ref={ref ?? null} className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
