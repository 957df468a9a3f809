import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { SmallStylesheet } from '../responses/html-document.ts';
import { inlineHash } from './document-scripts.ts';

/** Most bytes of a small stylesheet: an answer of its own has 800 bytes of headers. */
const SMALL = 2_000;
/** `</style` would end the element, addresses are relative to the file, and parsers change `\r`, but not its hash. */
const NEEDS_FILE = /<\/style|url\(|@import|\r/i;

/**
 * The stylesheets of islands that documents contain. Browsers render nothing before they have all stylesheets, and
 * request six files at a time from a server without HTTP/2, so the fonts would wait for those of a few islands.
 * @returns each by its address, with its hash, so that no document computes it
 */
export async function smallStylesheets(
  islands: Composition['islands'],
  releases: Record<string, Pick<Release, 'files'>>,
  blobs: Pick<BlobStore, 'get'>,
): Promise<Map<string, SmallStylesheet>> {
  const read = async (app: string, href: string): Promise<[string, SmallStylesheet][]> => {
    const file = releases[app]?.files[href.replace(`/assets/${app}/`, 'client/')];
    const text = file && file.bytes <= SMALL && (await blobs.get(file.sha256))?.toString('utf8');
    return text && !NEEDS_FILE.test(text) ? [[href, { text, hash: inlineHash(text) }]] : [];
  };
  const all = Object.values(islands).flatMap(({ app, css }) => css.map((href) => read(app, href)));
  return new Map((await Promise.all(all)).flat());
}
