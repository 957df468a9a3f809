import { INDEX_PATH } from '../section.ts';
import type { FoundNote, NoteIndex } from './note-search.ts';

export type FindNotes = (query: string) => FoundNote[];

/**
 * Loads the search: its code and its index, both at once.
 * @throws when one of them does not come
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
