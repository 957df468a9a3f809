import { hash } from 'node:crypto';
import { Html } from './html.ts';

/** Milliseconds. */
const EVERY_MS = 5_000;

/**
 * The script of the browser. It fetches the same page and changes the differing elements. Other elements keep focus,
 * selection, scroll position and their folded state. It pauses while the page is hidden or the user types, and ends
 * when the answer is another page, as after the end of a session.
 */
const SCRIPT = `
const keyOf = (node) => node.nodeName === 'TR' ? (node.querySelector('time')?.dateTime ?? '') + (node.querySelector('a')?.href ?? '') : node.id ?? '';
const renew = (old, next) => {
  if (old.isEqualNode(next)) return;
  if (old.nodeType !== 1) { old.data = next.data; return; }
  for (const { name } of [...old.attributes])
    if (name !== 'open' && !next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (name !== 'open' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const before = [...old.childNodes];
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    const index = before.findIndex((one) => one.nodeName === child.nodeName && keyOf(one) === keyOf(child));
    const kept = index === -1 ? child : before.splice(index, 1)[0];
    if (kept === at) at = at.nextSibling;
    else if (kept.contains(document.activeElement)) {
      // Moving the element would remove its focus, so the elements before it are removed.
      while (at && at !== kept) { const gone = at; at = at.nextSibling; gone.remove(); }
      at = kept.nextSibling;
    } else old.insertBefore(kept, at);
    if (kept !== child) renew(kept, child);
  }
  for (const gone of before) gone.remove();
};
const isBusy = () => document.hidden || /^(?:INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.nodeName);
const timer = setInterval(async () => {
  if (isBusy()) return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok || isBusy()) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (answer.redirected || next.title !== document.title) return clearInterval(timer);
  const main = document.querySelector('main');
  const focused = document.activeElement;
  const seen = main.contains(focused) && focused !== main ? focused : document.elementFromPoint(innerWidth / 2, innerHeight / 3);
  const before = seen?.getBoundingClientRect().top;
  renew(main, next.querySelector('main'));
  if (scrollY > 0 && seen?.isConnected) scrollBy({ top: seen.getBoundingClientRect().top - before, behavior: 'instant' });
}, ${EVERY_MS});
`;

export const RENEWAL = new Html(`<script>${SCRIPT}</script>`);

/** Hash for the Content-Security-Policy, which allows no other script. */
export const RENEWAL_SOURCE = `'sha256-${hash('sha256', SCRIPT, 'base64')}'`;
