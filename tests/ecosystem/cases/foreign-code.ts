import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

const shown =
  (text: string) =>
  (page: Page): Promise<void> =>
    page.getByText(text).waitFor();

/** A module that exports `sum`, in base64. */
const SUM = 'AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA3N1bQAACgkBBwAgACABags=';
const SUM_FILE = `export const bytes = () => Uint8Array.from(atob('${SUM}'), (letter) => letter.charCodeAt(0));`;
const WEB_ASSEMBLY = { 'script-src': ["'wasm-unsafe-eval'"] };

/** Reads an answer before it compiles it, as the loaders of most packages do when streaming fails. */
const FETCHED = `import { useEffect, useState } from 'react';
export default () => {
  const [sum, set] = useState('none');
  useEffect(() => {
    const load = async () => {
      const answer = await fetch('/robots.txt?of=sum.wasm');
      await answer.arrayBuffer();
      const { bytes } = await import('./sum.ts');
      const { instance } = await WebAssembly.instantiate(bytes());
      set(String(instance.exports.sum(2, 3)));
    };
    load();
  }, []);
  return <><h1>WebAssembly</h1><p>Sum {sum}</p></>;
};`;

const LETTERS = `export default () => (
  <form action="https://letters.example/join" method="post">
    <h1>Letters</h1>
    <label>Email <input name="email" type="email" /></label>
    <button>Join</button>
  </form>
);`;

/** Scripts of other sites by the packages of their makers, and WebAssembly. */
export const foreignCode: Case[] = [
  pageCase(
    'frame',
    `import { useState } from 'react';
const Film = ({ id }) => <iframe id={id} src="https://films.example/embed" title={id} width={300} height={200} allowFullScreen />;
export default () => {
  const [more, show] = useState(false);
  return <><h1>Films</h1><Film id="first" /><button type="button" onClick={() => show(true)}>More</button>{more && <Film id="second" />}</>;
};`,
    {
      route: { csp: { 'frame-src': ['https://films.example'] } },
      scripts: { 'https://films.example/embed': '<p>Film</p>' },
      shows: 'Films',
      async use(page) {
        await page.getByRole('button', { name: 'More' }).click();
        for (const name of ['first', 'second']) await page.locator(`iframe#${name}`).waitFor();
      },
    },
  ),
  pageCase(
    'plausible',
    `import { useEffect } from 'react';
export default () => {
  useEffect(() => {
    const script = Object.assign(document.createElement('script'), { src: 'https://plausible.example/js/script.js', defer: true });
    script.dataset.domain = 'site.example';
    document.head.append(script);
    return () => script.remove();
  }, []);
  return <><h1>Plausible</h1><button type="button" onClick={() => window.plausible('Signed up')}>Sign up</button><p id="sent" /></>;
};`,
    {
      route: {
        csp: {
          'script-src': ['https://plausible.example'],
          'connect-src': ['https://plausible.example'],
        },
      },
      scripts: {
        'https://plausible.example/js/script.js': `window.plausible = (name) => { document.querySelector('#sent').textContent = name + ' of ' + document.querySelector('script[data-domain]').dataset.domain; };`,
      },
      shows: 'Plausible',
      async use(page) {
        await page.waitForFunction(() => 'plausible' in window);
        await page.getByRole('button', { name: 'Sign up' }).click();
        await page.getByText('Signed up of site.example').waitFor();
      },
    },
  ),
  pageCase(
    'stripe',
    `import { CardElement, Elements } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';
export default () => {
  const [stripe, set] = useState(null);
  useEffect(() => set(loadStripe('pk_test_1')), []);
  return <><h1>Stripe</h1><Elements stripe={stripe}><CardElement /></Elements></>;
};`,
    {
      packages: { '@stripe/stripe-js': '10.2.1', '@stripe/react-stripe-js': '7.0.1' },
      route: {
        csp: { 'script-src': ['https://js.stripe.com'], 'frame-src': ['https://js.stripe.com'] },
      },
      scripts: {
        'https://js.stripe.com/**': `const element = { on() {}, off() {}, update() {}, destroy() {}, mount(at) { at.textContent = 'The field of the card'; } };
const elements = { create: () => element, getElement: () => null, update() {} };
window.Stripe = () => ({ elements: () => elements, createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, _registerWrapper() {}, registerAppInfo() {} });`,
      },
      shows: 'Stripe',
      use: shown('The field of the card'),
    },
  ),
  pageCase(
    'turnstile',
    `import { Turnstile } from '@marsidev/react-turnstile';
import { useState } from 'react';
export default () => { const [token, set] = useState('none'); return <><h1>Turnstile</h1><Turnstile siteKey="1x0" onSuccess={set} /><p>Token {token}</p></>; };`,
    {
      packages: { '@marsidev/react-turnstile': '1.6.1' },
      route: {
        csp: {
          'script-src': ['https://challenges.cloudflare.com'],
          'frame-src': ['https://challenges.cloudflare.com'],
        },
      },
      scripts: {
        'https://challenges.cloudflare.com/**': `window.turnstile = { render(at, { callback }) { callback('passed'); return 'widget'; }, remove() {}, reset() {}, ready(go) { go(); }, getResponse: () => 'passed' };
window[new URL(document.currentScript.src).searchParams.get('onload')]?.();`,
      },
      shows: 'Turnstile',
      use: shown('Token passed'),
    },
  ),
  pageCase(
    'script-undeclared',
    `import { useEffect } from 'react';
export default () => {
  useEffect(() => document.head.append(Object.assign(document.createElement('script'), { src: 'https://other.example/a.js' })), []);
  return <h1>Never shown</h1>;
};`,
    {
      refused:
        /requests https:\/\/other\.example\/a\.js, which its policy refuses: script-src[^]*src\/script-undeclared\/page\.tsx:3/,
    },
  ),
  pageCase(
    'script-with-its-code',
    `import { useEffect } from 'react';
export default () => {
  useEffect(() => {
    const script = document.createElement('script');
    script.innerHTML = 'window.dataLayer = []';
    document.head.append(script);
  }, []);
  return <h1>Never shown</h1>;
};`,
    {
      refused:
        /adds a <script> that contains its code[^]*src\/script-with-its-code\/page\.tsx:4[^]*load it by its address/,
    },
  ),
  pageCase('form-to-another-site', LETTERS, {
    refused:
      /sends a form to https:\/\/letters\.example\/join, which its policy refuses: form-action[^]*Declare the origin/,
  }),
  pageCase('declared-form-to-another-site', LETTERS, {
    route: { csp: { 'form-action': ['https://letters.example'] } },
    scripts: { 'https://letters.example/join': '<h1>You have joined</h1>' },
    shows: 'Letters',
    async use(page) {
      const site = page.url();
      await page.locator('main input').fill('ann@example.com');
      await page.locator('main').getByRole('button', { name: 'Join' }).click();
      await page.getByText('You have joined').waitFor();
      await page.goto(site);
    },
  }),
  {
    name: 'web-assembly',
    files: { 'sum.ts': SUM_FILE, 'page.tsx': FETCHED },
    route: { csp: WEB_ASSEMBLY },
    shows: 'WebAssembly',
    use: shown('Sum 5'),
  },
  {
    name: 'web-assembly-fetched',
    files: {
      '/public/refused/sum.wasm': 'a module',
      'page.tsx': `import { useEffect } from 'react';
export default () => {
  useEffect(() => {
    fetch('/refused/sum.wasm').then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes));
  }, []);
  return <h1>Never shown</h1>;
};`,
    },
    refused: /sum\.wasm[^]*src\/web-assembly-fetched\/page\.tsx:4[^]*'wasm-unsafe-eval'/,
  },
  {
    name: 'web-assembly-worker',
    files: {
      'sum.ts': SUM_FILE,
      'worker.ts': `import { bytes } from './sum';
WebAssembly.instantiate(bytes()).then(
  ({ instance }) => self.postMessage('Sum ' + instance.exports.sum(2, 3)),
  (error) => self.postMessage(String(error)),
);`,
      'page.tsx': `import { useEffect, useState } from 'react';
export default () => {
  const [said, set] = useState('nothing');
  useEffect(() => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    worker.onmessage = ({ data }) => set(data);
    return () => worker.terminate();
  }, []);
  return <><h1>In a worker</h1><p>{said}</p></>;
};`,
    },
    route: { csp: WEB_ASSEMBLY },
    shows: 'In a worker',
    use: shown('Sum 5'),
  },
  {
    name: 'policy-needs-after-a-click',
    files: {
      'page.tsx': `import { useState } from 'react';
import { startWorker } from './worker';
export default () => {
  const [sum, set] = useState(0);
  return (
    <><h1>Sum {sum}</h1>
      <button type="button" onClick={() => set(new Function('a', 'b', 'return a + b')(1, 2))}>Add</button>
      <button type="button" onClick={() => startWorker((data) => set(data))}>Work</button></>
  );
};`,
      'worker.ts': `export function startWorker(answer: (data: number) => void) {
  const source = new Blob(['postMessage(3)'], { type: 'text/javascript' });
  const worker = new Worker(URL.createObjectURL(source));
  worker.onmessage = ({ data }) => answer(data);
}`,
    },
    warned:
      /src\/policy-needs-after-a-click\/page\.tsx:7[^]*evaluates a text as code[^]*src\/policy-needs-after-a-click\/worker\.ts:3[^]*blob:/,
  },
  pageCase(
    'style-after-a-click',
    `import * as Dialog from '@radix-ui/react-dialog';
export default () => <><h1>Dialog</h1><Dialog.Root><Dialog.Trigger>Open</Dialog.Trigger><Dialog.Portal><Dialog.Overlay />
<Dialog.Content aria-describedby={undefined}><Dialog.Title>It locks scrolling</Dialog.Title></Dialog.Content></Dialog.Portal></Dialog.Root></>;`,
    {
      packages: { '@radix-ui/react-dialog': '1.3.1' },
      warned: /react-style-singleton[^]*adds a <style>[^]*styles: 'runtime' permits it/,
    },
  ),
];
