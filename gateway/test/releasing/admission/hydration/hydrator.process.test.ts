import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { createChildScripts } from '../../../../src/platform/runtime/child-scripts.ts';
import {
  createHydrator,
  type Failed,
  type Hydrator,
  readScripts,
} from '../../../../src/releasing/admission/hydration/hydrator.ts';
import { remoteRelease, sha256, version } from '../../../fixtures/fixture-release.ts';

const blobs = new Map<string, Buffer>();
const HYDRATED = `window.dispatchEvent(new Event('platform:hydrated'));`;
const folder = mkdtempSync(path.join(tmpdir(), 'hydrator-'));
let hydrate: Hydrator;

beforeAll(() => {
  hydrate = createHydrator({
    blobs: { get: async (name) => blobs.get(name) },
    prepareScripts: createChildScripts(folder),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const UNLIMITED = { signal: new AbortController().signal, hurry: () => false, enough: () => false };

/** A release with these files for browsers, by name. */
function releaseOf(scripts: Record<string, string>, maps: Record<string, object> = {}): Release {
  const files: Record<string, string> = {};
  for (const [name, code] of Object.entries(scripts)) files[`client/${name}`] = code;
  for (const [name, map] of Object.entries(maps)) files[`maps/client/${name}.map`] = JSON.stringify(map);
  const { release } = remoteRelease({
    change(draft) {
      for (const [file, text] of Object.entries(files)) {
        blobs.set(sha256(text), Buffer.from(text));
        draft.files[file] = { sha256: sha256(text), bytes: text.length };
      }
      draft.personal = { account: { paths: ['/me'], methods: ['GET'], samples: { '/me': { name: 'Ada' } } } };
    },
  });
  return release;
}

const documentOf = (inline: string): string =>
  `<!doctype html><html><body><div id="app"><p>Server</p><pre>\n\n indented</pre></div><script type="application/json" id="page-data">{"routes":[],"remotes":{}}</script><script>${inline}</script></body></html>`;

/** @returns the failed pages, by name. @param pages name → module. */
async function look(
  pages: Record<string, string>,
  map?: object,
  policy = "style-src 'self'",
): Promise<Record<string, Failed>> {
  const names = Object.keys(pages);
  const fileOf = (name: string): string => `page${names.indexOf(name)}.0000000001.js`;
  const scripts = Object.fromEntries(names.map((name) => [fileOf(name), pages[name]!]));
  const release = releaseOf(scripts, map ? { [fileOf(names[0]!)]: map } : {});
  const hydration = hydrate({ docs: release }, UNLIMITED);
  try {
    const candidates = names.map((key, index) => ({
      app: 'docs',
      id: key,
      path: `/${index}`,
      key,
      groups: [key],
      owners: [],
      url: `http://localhost/${index}`,
      document: async () => ({
        policy,
        html: documentOf(
          `import('/assets/docs/page${index}.js').catch(() => dispatchEvent(new Event('platform:off')))`,
        ),
      }),
    }));
    const { failed } = await hydration.pages(candidates);
    return Object.fromEntries(failed.map((found) => [found.page.key, found]));
  } finally {
    hydration.end();
  }
}

const reasonsOf = (failed: Record<string, Failed>): Record<string, string> =>
  Object.fromEntries(Object.entries(failed).map(([name, { reason }]) => [name, reason]));

/** A page that throws the names of the conditions that are false. */
const unless = (conditions: Record<string, string>): string => {
  const wrong = Object.entries(conditions).map(([name, holds]) => `(${holds}) ? [] : ['${name}']`);
  return `const wrong = [${wrong.join()}].flat().join(' ');
    if (wrong) setTimeout(() => { throw new Error(wrong); }); ${HYDRATED}`;
};

/** A page with an interactive island, hydrated or not, whose button runs `onClick`. */
const withIsland = (onClick: string, hydrated = 'data-hydrated'): string => `
  document.getElementById('app').innerHTML =
    '<div data-island="Counter_1"><div data-interactive="docs" ${hydrated}><button>1</button></div></div>';
  document.querySelector('button').addEventListener('click', () => { ${onClick} });
  ${HYDRATED}`;

// A loop that never yields takes 4 s of the processor: hydrate-pages.test.ts has its limit.
test('the buttons of interactive islands are clicked: endless work fails, an error does not', async () => {
  const failed = await look({
    'that counts': withIsland(`document.querySelector('button').textContent = '2'`),
    'that needs an API which this window lacks': withIsland(`throw new Error('no clipboard')`),
    'that works without end': withIsland('const on = () => setTimeout(on); on()'),
    'whose island never answers': withIsland('', ''),
  });
  expect(reasonsOf(failed)).toEqual({
    'that works without end': 'it renders again and again without end',
    'whose island never answers': 'the island Counter_1 of docs never answers',
  });
});

test('samples of personal data reach a page after it has hydrated, and a page that throws on them fails', async () => {
  const asking = (at: string, then: string): string =>
    `const answer = fetch('/-/personal/docs/account${at}').then((response) => response.ok && response.json());
     answer.then((data) => { ${then} }); ${HYDRATED}`;
  const failed = await look({
    'that shows them': asking('/me?page=1', `if (data.name !== 'Ada') throw new Error('another sample')`),
    'that throws': asking('/me', 'data.address.city'),
    'that requests data without a sample': asking('/orders', `throw new Error('answered')`),
    'that throws on an event': `
      new EventSource('/-/personal/docs/account/me').addEventListener('message', ({ data }) => {
        throw new Error('the event ' + data); }); ${HYDRATED}`,
    'of another app': asking('/../../other/account/me', `throw new Error('answered')`),
  });
  expect(reasonsOf(failed)).toEqual({
    'that throws': expect.stringContaining(`reading 'city'`) as string,
    'that throws on an event': expect.stringContaining('the event {"name":"Ada"') as string,
  });
});

test('pages without a defect pass', async () => {
  const failed = await look({
    'that reports its hydration': HYDRATED,
    'that hydrates after four seconds': `setTimeout(() => { ${HYDRATED} }, 4_000);`,
    'that uses the APIs of browsers, also those that some browsers lack': `
      new ResizeObserver(() => {}).observe(document.body); matchMedia('(min-width: 1px)'); structuredClone({});
      localStorage.setItem('a', 'b'); indexedDB.open('a'); document.fonts.ready.then(() => {});
      document.createElement('canvas').getContext('2d').fillRect(0, 0, 1, 1); navigator.sendBeacon;
      if (document.startViewTransition) throw new Error('has it'); ${HYDRATED}`,
    'whose requests are not answered': `fetch('/').then(() => { throw new Error('answered'); }); ${HYDRATED}`,
    'that writes to the console': `console.error('so it is'); console.warn('and so'); ${HYDRATED}`,
    'that hydrates at the third tick, and polls without end': `
      let ticks = 0; setInterval(() => { if (++ticks === 3) { ${HYDRATED} } }, 0);`,
    'with a newline at the start of preformatted text': unless({
      pre: `document.querySelector('pre').textContent === '\\n indented'`,
    }),
    'that draws frames without end': `const draw = () => requestAnimationFrame(draw); draw(); ${HYDRATED}`,
    'that reaches nothing of Node': unless(
      Object.fromEntries(
        ['process', 'require', 'setImmediate', 'Buffer'].map((name) => [
          name,
          `typeof ${name} === 'undefined'`,
        ]),
      ),
    ),
  });
  expect(reasonsOf(failed)).toEqual({});
});

test('each defect of a page is reported', async () => {
  const failed = await look({
    throws: `throw new Error('boom');`,
    'throws long after it has rendered': `${HYDRATED} setTimeout(() => { throw new Error('late'); }, 400);`,
    rejects: `${HYDRATED} Promise.reject(new Error('no'));`,
    'never renders': '',
    'turns itself off': `dispatchEvent(new Event('platform:off'));`,
    reports: `navigator.sendBeacon('/-/reports', '{}'); ${HYDRATED}`,
    'logs an error': `console.error(new Error('caught')); ${HYDRATED}`,
    'logs that the HTML differs': `
      document.getElementById('app').innerHTML = '<p>Browser</p>';
      console.error(new Error('Minified React error #418; visit …')); ${HYDRATED}`,
  });
  expect(reasonsOf(failed)).toEqual({
    throws: 'its scripts could not be loaded',
    'throws long after it has rendered': 'late',
    rejects: 'an unhandled rejection: no',
    'never renders': 'it does not hydrate',
    'turns itself off': 'its scripts could not be loaded',
    reports: 'it reports a failure',
    'logs an error': 'caught',
    'logs that the HTML differs':
      'the HTML differs first in p: the server has “Server”, the browser “Browser”',
  });
  expect(Object.values(failed).filter(({ elsewhere }) => elsewhere)).toEqual([]);
});

test('a page that depends on the profile of one visitor fails for another visitor', async () => {
  const { page } = await look({
    page: unless({
      zone: 'new Date(0).getHours() === 0',
      locale: `(1234.5).toLocaleString() === '1,234.5'`,
      language: `navigator.language === 'en-US'`,
      clock: `Math.abs(Date.now() - ${Date.now()}) < 12 * 3_600_000`,
      width: 'innerWidth > 600',
    }),
  });
  expect(page).toMatchObject({ reason: 'zone locale language clock width', elsewhere: true });
});

test('an error is reported with the line of its source', async () => {
  const map = { version: 3, sources: ['src/pages/home.tsx'], names: [], mappings: 'AAWA' };
  const { home } = await look({ home: `setTimeout(() => { throw new Error('boom'); }); ${HYDRATED}` }, map);
  expect(home!.at[0]).toBe('docs src/pages/home.tsx:12');
});

/** A document that makes the scope of shared modules as the shell does. */
const SHELL_DOCUMENT = {
  url: 'http://localhost/',
  html: documentOf(
    `const { remotes } = JSON.parse(document.getElementById('page-data').textContent);
     import(Object.values(remotes)[0]).then(({ init }) => init('shared'));`,
  ),
};

test('each expose of a container is requested, in the scope that the shell creates', async () => {
  const release = releaseOf({
    'docs.0000000001.js': `export const init = (scope) => { if (scope !== 'shared') throw new Error('another scope'); };
      export const get = async (name) => { if (name === './pages/docs.home') throw new Error('boom'); return () => ({}); };`,
  });
  release.client.entry = 'client/docs.0000000001.js';
  const hydration = hydrate({ docs: release }, UNLIMITED);
  const failed = await hydration.exposes(SHELL_DOCUMENT, [release]);
  hydration.end();
  expect(failed).toMatchObject([{ app: 'docs', what: './pages/docs.home', message: 'boom' }]);
});

test('a container whose module is in a loop is named with the line of the loop', async () => {
  const map = { version: 3, sources: ['src/pages/home.tsx'], names: [], mappings: 'AAWA' };
  const release = releaseOf({ 'docs.0000000001.js': 'for (;;);' }, { 'docs.0000000001.js': map });
  release.client.entry = 'client/docs.0000000001.js';
  const other = releaseOf({});
  other.app = 'terms';
  const hydration = hydrate({ docs: release, terms: other }, UNLIMITED);
  const failed = await hydration.exposes(SHELL_DOCUMENT, [release, other]);
  hydration.end();
  expect(failed).toMatchObject([
    { app: 'docs', message: expect.stringContaining('4000 ms'), at: ['docs src/pages/home.tsx:12'] },
  ]);
});

test('readScripts returns an empty script for a file that the store lacks', async () => {
  const { scripts } = await readScripts([version('one').release], { get: async () => undefined });
  expect(scripts.every(({ bytes }) => bytes === 0)).toBe(true);
});

/** A page with a stylesheet that is made in the browser. */
const styling = (make: string): string => `
  const style = document.createElement('style');
  style.setAttribute('data-emotion', 'css');
  document.head.append(style);
  ${make}
  ${HYDRATED}`;
const STYLING = {
  'that writes text': styling(`style.textContent = 'p { color: red }'`),
  'that inserts rules': styling(`try { style.sheet.insertRule('p { color: red }') } catch {}`),
  'that removes it': styling(`style.remove()`),
};

test('a page that makes an undeclared stylesheet fails with its library, and a declared one has a sheet', async () => {
  const map = { version: 3, sources: ['@emotion/sheet/sheet.js'], names: [], mappings: ';AAAA' };
  const failed = await look(STYLING, map);
  expect(reasonsOf(failed)).toEqual({
    'that writes text': '<style data-emotion>',
    'that inserts rules': '<style data-emotion>',
  });
  expect(failed['that writes text']!.library).toEqual({ text: ' by the package @emotion/sheet' });
  expect(await look(STYLING, map, "style-src 'self' 'unsafe-inline'")).toEqual({});
});

test('a page that changes rem fails at the line that does it', async () => {
  const map = { version: 3, sources: ['src/pages/home.tsx'], names: [], mappings: 'AAWA' };
  const pages = {
    'that sets it': `document.documentElement.style.fontSize = '62.5%'; ${HYDRATED}`,
    'that locks scrolling': `document.documentElement.style.overflow = 'hidden'; ${HYDRATED}`,
  };
  const failed = await look(pages, map);
  expect(reasonsOf(failed)).toEqual({
    'that sets it': 'it sets fontSize of <html> to 62.5%, which changes rem for the whole site',
  });
  expect(failed['that sets it']).toMatchObject({ cause: 'rem', at: ['docs src/pages/home.tsx:12'] });
});

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";

test('a page fails at what the policy of its document refuses, as in Chromium', async () => {
  const foreign = 'https://api.example/data';
  const failed = await look(
    {
      'that requests its own origin': `fetch('/data').catch(() => {}); ${HYDRATED}`,
      'that catches a refused request': `fetch('${foreign}').catch(() => {}); ${HYDRATED}`,
      'that sends with XMLHttpRequest': `const r = new XMLHttpRequest(); r.open('GET', '${foreign}'); r.send(); ${HYDRATED}`,
      'that opens a socket': `new WebSocket('wss://api.example/'); ${HYDRATED}`,
      'that loads a picture': `new Image().src = '${foreign}'; ${HYDRATED}`,
      'that evaluates a string': `setTimeout(() => new Function('return 1')()); ${HYDRATED}`,
      'that tries whether strings are evaluated': `
        const tries = [() => eval('1'), () => Function('return this')(), () => (() => {}).constructor('')];
        for (const one of tries) try { one(); setTimeout(() => { throw new Error('evaluated'); }); } catch (error) {
          if (!(error instanceof EvalError)) throw error; }
        if (!((() => {}) instanceof Function)) throw new Error('no function'); ${HYDRATED}`,
    },
    undefined,
    POLICY,
  );
  const refused = (directive: string, address = foreign): string =>
    `it requests ${address}, which its policy refuses: ${directive} 'self'`;
  expect(reasonsOf(failed)).toEqual({
    'that catches a refused request': refused('connect-src'),
    'that sends with XMLHttpRequest': refused('connect-src'),
    'that opens a socket': refused('connect-src', 'wss://api.example/'),
    'that loads a picture': refused('img-src'),
    'that evaluates a string': expect.stringContaining(
      "because 'unsafe-eval' is not an allowed source",
    ) as string,
  });
  expect(failed['that evaluates a string']!.cause).toBe('evaluation');
  expect(failed['that opens a socket']!.cause).toBe('policy');
});

/** Name → code that works in all current browsers. */
const FEATURES = {
  'thresholds of an observer': `new IntersectionObserver(() => {}, { threshold: [0, 1] }).thresholds.map(String)`,
  PerformanceObserver: `new PerformanceObserver(() => {}).observe({ type: 'paint' })`,
  popover: `document.body.showPopover(); document.body.togglePopover(); document.body.hidePopover()`,
  print: `print(); alert(''); confirm(''); prompt('')`,
  locks: `navigator.locks.request('a', () => {}).then(() => {})`,
  geolocation: `navigator.geolocation.getCurrentPosition(() => {}); navigator.geolocation.watchPosition(() => {})`,
  XMLHttpRequest: `const r = new XMLHttpRequest(); r.open('GET', '/'); r.setRequestHeader('a', 'b'); r.onload = () => {}; r.send()`,
  'service workers': `navigator.serviceWorker.addEventListener('message', () => {}); navigator.serviceWorker.ready.then(() => {})`,
  'media devices': `navigator.mediaDevices.enumerateDevices().then((all) => all.length)`,
  'the wake lock': `navigator.wakeLock.request('screen').then(() => {})`,
  storage: `navigator.storage.estimate().then(({ quota }) => quota); navigator.storage.persist()`,
  'user activation': `navigator.userActivation.isActive.toString()`,
  'the media session': `navigator.mediaSession.setActionHandler('play', () => {}); new MediaMetadata({})`,
  vibration: `navigator.vibrate(10)`,
  gamepads: `navigator.getGamepads().filter(Boolean)`,
  'the full screen': `document.body.requestFullscreen().catch(() => {}); document.exitFullscreen()`,
  'elements at a point': `document.elementsFromPoint(1, 1).map(String)`,
  commands: `document.execCommand('copy')`,
  internals: `document.body.attachInternals().setFormValue('a')`,
  animations: `document.getAnimations().map(String); document.body.animate?.([], 1)`,
  sound: `const sound = new AudioContext(); sound.createGain().connect(sound.destination)`,
  fonts: `new FontFace('a', 'url(/a)').load(); document.fonts.add({}); document.fonts.forEach(() => {})`,
  orientation: `screen.orientation.addEventListener('change', () => {})`,
  'frames of a video': `document.createElement('video').requestVideoFrameCallback(() => {})`,
  'promises of stand-ins': `Notification.requestPermission().then(() => {});
    (async () => (await (await caches.open('a')).match('/a'))?.text())()`,
  'a frame without an address': `
    const frame = document.head.appendChild(document.createElement('iframe'));
    frame.contentDocument.body.append('a'); frame.contentWindow.fetch.bind(window); frame.remove()`,
  'a frame with an address': `
    const frame = Object.assign(document.createElement('iframe'), { src: '/a' });
    frame.onerror = () => { throw new Error('not loaded'); }; document.body.append(frame)`,
  modifiers: `new KeyboardEvent('keydown').getModifierState('Shift')`,
  XPath: `document.evaluate('//p', document).iterateNext()`,
  'registered properties': `CSS.registerProperty({ name: '--a', inherits: false }); CSS.highlights.clear()`,
  reports: `new ReportingObserver(() => {}).observe()`,
  classes: `({}) instanceof CanvasRenderingContext2D; ({}) instanceof IDBDatabase; ({}) instanceof PromiseRejectionEvent`,
};

test('a page that uses features of browsers passes', async () => {
  const pages = Object.entries(FEATURES).map(([name, code]) => [name, `${code}; ${HYDRATED}`]);
  expect(reasonsOf(await look(Object.fromEntries(pages) as Record<string, string>))).toEqual({});
});

test('a feature that only the window of admission lacks is told as the cause', async () => {
  const { page } = await look({
    page: `setTimeout(() => document.startViewTransition(() => {})); ${HYDRATED}`,
  });
  expect(page!.cause).toBe('feature');
});

test('a page whose package throws fails with the package', async () => {
  const map = { version: 3, sources: ['some-package/index.js'], names: [], mappings: 'AAAA' };
  const { page } = await look({ page: `setTimeout(() => { throw new Error('boom'); }); ${HYDRATED}` }, map);
  expect(page!.library).toEqual({ text: ' by the package some-package' });
});
