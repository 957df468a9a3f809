import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FindNotes, loadSearch } from './load-search.ts';
import type { FoundNote } from './note-search.ts';

/** What the server has found. */
export interface ServerSearch {
  query: string;
  found: FoundNote[];
}

export interface NoteSearch {
  /** null: nothing is looked for, or it is not known yet. */
  found: FoundNote[] | null;
  /** The search did not come: the server has to be asked. */
  failed: boolean;
  /** Loads the search: somebody is about to need it. */
  prepare(): void;
}

/** Finds notes: what the server found already, else by the search that the first query loads. */
export function useNoteSearch(query: string, server: ServerSearch | null): NoteSearch {
  const [find, setFind] = useState<FindNotes | null>(null);
  const [failed, setFailed] = useState(false);
  const known = query === '' || server?.query === query;
  const loading = useRef<Promise<void>>(undefined);
  const prepare = useCallback(() => {
    loading.current ??= loadSearch(window.fetch).then(
      (loaded) => setFind(() => loaded),
      () => {
        loading.current = undefined; // the next one may come
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
