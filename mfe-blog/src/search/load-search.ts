import { INDEX_PATH } from '../section.ts';
import type { FoundNote, NoteIndex } from './note-search.ts';

export type FindNotes = (query: string) => FoundNote[];

/**
 * Loads the code and the index of the search in parallel.
 * @throws when one of them does not load
 */
export async function loadSearch(fetch: typeof globalThis.fetch): Promise<FindNotes> {
  const [{ openIndex }, index] = await Promise.all([import('./note-search.ts'), fetchIndex(fetch)]);
  return openIndex(index);
}

async function fetchIndex(fetch: typeof globalThis.fetch): Promise<NoteIndex> {
  const response = await fetch(INDEX_PATH);
  if (!response.ok) throw new Error(`${INDEX_PATH} answered ${response.status}`);
  return (await response.json()) as NoteIndex;
}
