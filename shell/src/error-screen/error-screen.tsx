import type { ReactElement } from 'react';
import { type PageError, screenTitle } from '@voltframe/kit/errors/page-error';
import '../design/design.ts';
import { BrokenFrame } from './broken-frame.tsx';
import styles from './error-screen.module.css';

/**
 * Shown in place of the layout. Two variants (docs/behaviour.md 4.1): not-found for status 404, general error for any
 * other.
 */
export default function ErrorScreen({ error }: { error: PageError }): ReactElement {
  const { status, message, id } = error;
  const variant = status === 404 ? 'not-found' : 'error';
  const statusMessage = screenTitle(error);
  return <Screen variant={variant} status={status} statusMessage={statusMessage} message={message} id={id} />;
}

interface ScreenProps {
  variant: 'not-found' | 'error';
  /** The server renders each variant once, with markers instead of the texts. */
  status: number | string;
  statusMessage: string;
  message: string;
  /** The id for finding the error in the reports. */
  id?: string | undefined;
}

/** The error screen. Its links are plain: a full page load discards the failed state. */
export function Screen({ variant, status, statusMessage, message, id }: ScreenProps): ReactElement {
  return (
    <main id="main" tabIndex={-1} className={`lines ${styles['screen']}`} data-error-screen={variant}>
      <p className={styles['code']}>{status}</p>
      <BrokenFrame variant={variant} />
      <h1 className={styles['title']} tabIndex={-1}>
        {statusMessage}
      </h1>
      <p className={styles['message']}>{message}</p>
      {id !== undefined && (
        <p className={styles['id']}>
          Error <code>{id}</code>
        </p>
      )}
      <p className={styles['way']}>
        <a className={styles['out']} href="/" data-external="">
          Go to the home page
        </a>
        {variant === 'error' ? (
          <a className={styles['again']} href="" data-external="">
            Try again
          </a>
        ) : null}
      </p>
    </main>
  );
}
