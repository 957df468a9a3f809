import type { ReactElement, RefObject } from 'react';
import { SECTION } from '../section.ts';
import styles from './search-form.module.css';

interface Props {
  query: string;
  box: RefObject<HTMLInputElement | null>;
  /** Submits to the server, as without JavaScript. */
  asksServer: boolean;
  onTyped(): void;
  onSubmit(): void;
  onFocus(): void;
}

export function SearchForm({ query, box, asksServer, onTyped, onSubmit, onFocus }: Props): ReactElement {
  return (
    <form
      role="search"
      className={styles['form']}
      action={SECTION}
      onSubmit={(event) => {
        if (asksServer) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <label className="label" htmlFor="note-search">
        Search the notes
      </label>
      <div className={styles['row']}>
        <input
          ref={box}
          id="note-search"
          name="q"
          type="search"
          defaultValue={query}
          maxLength={80}
          autoComplete="off"
          enterKeyHint="search"
          aria-controls="notes"
          onInput={onTyped}
          onFocus={onFocus}
        />
        <button>Find</button>
      </div>
    </form>
  );
}
