import { HEAD_ATTRIBUTE, type Head, renderHead } from '@voltframe/kit/contract/page/head';

/**
 * Makes `head` the document's head: replaces exactly the elements that the server marked as the page's. The title
 * element stays, so that the tab never shows an address in between.
 */
export function applyHead(document: Document, head: Head): void {
  const template = document.createElement('template');
  template.innerHTML = renderHead(head);
  template.content.querySelector('title')?.remove();
  for (const element of document.head.querySelectorAll(`[${HEAD_ATTRIBUTE}]:not(title)`)) element.remove();
  document.head.append(template.content);
  document.title = head.title;
  // Setting the same value again would restyle every element.
  if (document.documentElement.lang !== head.lang) document.documentElement.lang = head.lang;
}

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
