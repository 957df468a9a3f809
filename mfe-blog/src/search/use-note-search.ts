import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FindNotes, loadSearch } from './load-search.ts';
import type { FoundNote } from './note-search.ts';

/** A search that the server has made. */
export interface ServerSearch {
  query: string;
  found: FoundNote[];
}

export interface NoteSearch {
  /** null: no query, or no results yet. */
  found: FoundNote[] | null;
  /** The search did not load; the server can still answer. */
  failed: boolean;
  /** Loads the search before the first query. */
  prepare(): void;
}

/** Searches the notes: with the results of the server for the same query, else with the search that it loads. */
export function useNoteSearch(query: string, server: ServerSearch | null): NoteSearch {
  const [find, setFind] = useState<FindNotes | null>(null);
  const [failed, setFailed] = useState(false);
  const known = query === '' || server?.query === query;
  const loading = useRef<Promise<void>>(undefined);
  const prepare = useCallback(() => {
    loading.current ??= loadSearch(window.fetch).then(
      (loaded) => setFind(() => loaded),
      () => {
        loading.current = undefined; // the next call tries again
        setFailed(true);
      },
    );
  }, []);
  useEffect(() => {
    if (!known) prepare();
  }, [known, prepare]);
  const found = useMemo(() => {
    if (query === '') return null;
    return server?.query === query ? server.found : (find?.(query) ?? null);
  }, [query, server, find]);
  return { found, failed: failed && find === null, prepare };
}
