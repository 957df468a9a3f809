import { parseFragment } from 'parse5';
import { elements, find, parsePage, removeScripts, retitle, serialize, setAttribute } from './page-html.ts';
import { type Notice, noticeSection, type NoticeSite } from './plain-notice.ts';

/**
 * @param html the document of some page of the site, for its frame and its looks.
 * @returns it with the notice in place of its main part; undefined when it has none.
 */
export function noticePage(html: string, notice: Notice, site: NoticeSite): string | undefined {
  const document = parsePage(html);
  const main = find(document, (element) => element.tagName === 'main');
  if (!main) return undefined;
  main.childNodes = parseFragment(noticeSection(notice)).childNodes;
  // The document is of another page, so no link of the navigation is current.
  for (const element of elements(document)) {
    setAttribute(element, 'aria-current', undefined);
    setAttribute(element, 'data-active', undefined);
  }
  removeScripts(document);
  retitle(document, () => `${notice.title} ${site.separator} ${site.name}`);
  return serialize(document);
}
