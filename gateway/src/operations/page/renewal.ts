import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { html } from './html.ts';

/** Address of the script of the pages. */
export const RENEWAL_PATH = '/-/operations.js';
/** Milliseconds. */
const EVERY_MS = 5_000;

/**
 * Fetches the same page and morphs the differing elements, so others keep focus, selection and their folded state. Rows
 * of tables are recognized by their time and link. It pauses while the page is hidden or the user types, and ends when
 * the answer is another page, as after the end of a session.
 */
const SCRIPT = `
const named = (main) => {
  const ids = new Set();
  for (const row of main.querySelectorAll('tbody tr')) {
    const [time, link] = [row.querySelector('time')?.dateTime, row.querySelector('a')?.href];
    let id = [row.closest('section').id, time, link ?? row.cells[0].textContent].join(' ');
    while (ids.has(id)) id += '+';
    ids.add(row.id = id);
  }
  return main;
};
const isBusy = () => document.hidden || /^(?:INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.nodeName);
const timer = setInterval(async () => {
  if (isBusy()) return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok || isBusy()) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (answer.redirected || next.title !== document.title) return clearInterval(timer);
  Idiomorph.morph(named(document.querySelector('main')), named(next.querySelector('main')), {
    callbacks: { beforeAttributeUpdated: (name) => name !== 'open' },
  });
}, ${EVERY_MS});
`;

const require = createRequire(import.meta.url);
const IDIOMORPH = require.resolve('idiomorph/dist/idiomorph.min.js');

/** The script of the pages. */
export const RENEWAL_SCRIPT = `${readFileSync(IDIOMORPH, 'utf8')}\n${SCRIPT}`;

const DIGEST = `sha256-${hash('sha256', RENEWAL_SCRIPT, 'base64')}`;

export const RENEWAL = html`<script src="${RENEWAL_PATH}" integrity="${DIGEST}" defer></script>`;

/** For the Content-Security-Policy, which allows no other script. */
export const RENEWAL_SOURCE = `'${DIGEST}'`;
