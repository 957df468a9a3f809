import type { ReactElement } from 'react';
import styles from './line-art.module.css';

/**
 * The picture of an entry. Decorative: hidden from assistive technology.
 * @param svg by `drawingSvg`, in the loader
 */
export function LineArt({ svg }: { svg: string }): ReactElement {
  return (
    <svg
      className={styles['art']}
      viewBox="0 0 640 400"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
