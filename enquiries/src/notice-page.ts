import { parse, serialize } from 'parse5';
import {
  elements,
  find,
  make,
  removeScripts,
  retitle,
  setAttribute,
  setChildren,
  type Element,
} from './page-html.ts';

/** A short page of the gateway: the target of a link in a mail, or the response to a post without JavaScript. */
export interface Notice {
  title: string;
  message: string;
  /** A button that posts; links in mails change nothing by being opened (mail scanners open them all). */
  action?: { url: string; label: string; token: string };
}

/**
 * @param html the document of some page of the site, for its frame and its looks; undefined = a plain document.
 * @returns it with the notice in place of its main part.
 */
export function noticePage(
  html: string | undefined,
  notice: Notice,
  site: { name: string; separator: string },
): string {
  const document = parse(html ?? PLAIN);
  const main = find(document, (element) => element.tagName === 'main');
  if (!main) return html === undefined ? '' : noticePage(undefined, notice, site);
  setChildren(main, [content(notice)]);
  // The page was another's: in the navigation, nothing is the current one.
  for (const element of elements(document)) {
    setAttribute(element, 'aria-current', undefined);
    setAttribute(element, 'data-active', undefined);
  }
  removeScripts(document);
  retitle(document, () => `${notice.title} ${site.separator} ${site.name}`);
  return serialize(document);
}

const PLAIN =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title></head><body><main></main></body></html>';

function content({ title, message, action }: Notice): Element {
  const form = action
    ? [
        make('form', { method: 'post', action: action.url }, [
          make('input', { type: 'hidden', name: 'token', value: action.token }),
          make('button', { type: 'submit' }, [action.label]),
        ]),
      ]
    : [];
  const back = make('p', {}, [make('a', { href: '/' }, ['Back to the home page'])]);
  return make('section', { 'data-notice': '', class: 'lines' }, [
    make('h1', {}, [title]),
    make('p', {}, [message]),
    ...form,
    back,
  ]);
}
