import { HEAD_ATTRIBUTE, type Head } from '@voltframe/kit/contract/page/head';

/**
 * @returns the head of the page, read from the document; the inverse of `applyHead`. It has no choices, since documents
 * hold none.
 */
export function readHead(document: Document): Head {
  const own = (name: string): Element[] => [...document.head.querySelectorAll(`${name}[${HEAD_ATTRIBUTE}]`)];
  return {
    title: document.title,
    meta: own('meta').map((element) => attributesOf<Head['meta'][number]>(element)),
    links: own('link').map((element) => attributesOf<Head['links'][number]>(element)),
    jsonLd: own('script').map(({ textContent }) => JSON.parse(textContent) as object),
    lang: document.documentElement.lang,
  };
}

function attributesOf<Entry>(element: Element): Entry {
  const names = element.getAttributeNames().filter((name) => name !== HEAD_ATTRIBUTE);
  return Object.fromEntries(names.map((name) => [name, element.getAttribute(name)])) as Entry;
}
