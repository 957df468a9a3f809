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
