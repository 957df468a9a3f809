import {
  type ImportMap,
  type PageData,
  type SiteTables,
  tablesUrl,
} from '@voltframe/kit/contract/page/page-data';

/**
 * The tables for navigations from this page to others.
 * @param data of the document: the tables themselves, or their hash
 * @param own import map of the document
 * @returns requests them once; after a failure again, without the HTTP cache
 */
export function siteTables(
  data: PageData,
  own: ImportMap,
  fetch: typeof window.fetch,
): () => Promise<SiteTables> {
  let asked: Promise<SiteTables> | undefined;
  let cache: RequestCache = 'default';
  const request = async (integrity: string): Promise<SiteTables> => {
    const answer = await fetch(tablesUrl(data.composition, integrity), { integrity, cache });
    if (!answer.ok) throw new Error(`The site's tables are answered with ${answer.status}`);
    return (await answer.json()) as SiteTables;
  };
  return () => {
    if (data.tables === undefined) return Promise.resolve({ guards: {}, globalGuards: [], ...own, ...data });
    asked ??= request(data.tables).catch((error: unknown) => {
      asked = undefined;
      cache = 'reload';
      throw error;
    });
    return asked;
  };
}
