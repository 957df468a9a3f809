import type { ReactElement } from 'react';
import styles from './line-art.module.css';

/**
 * The picture of an entry. It is decorative, so assistive technology ignores it.
 * @param svg of `drawingSvg`, in the loader
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
