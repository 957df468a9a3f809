import { HEAD_ATTRIBUTE, type Head } from '@voltframe/kit/contract/page/head';

/** @returns what the document's head says of the page: what `applyHead` would make it again. Without choices, which no head has. */
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
