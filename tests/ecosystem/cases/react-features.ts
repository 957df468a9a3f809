import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

/** Clicks on a label types into its own field only: the ids are those of the server. */
async function typeByLabels(page: Page): Promise<void> {
  for (const name of ['First', 'Second']) {
    await page.locator('main label', { hasText: name }).click();
    await page.keyboard.type(`of ${name}`);
    const value = await page.getByLabel(name).inputValue();
    if (value !== `of ${name}`) throw new Error(`the field "${name}" has the value "${value}"`);
  }
}

/** Features of React on the server. */
export const reactFeatures: Case[] = [
  pageCase(
    'decorators',
    `const loud = (greet: () => string, _: ClassMethodDecoratorContext) => function (this: Greeter) { return greet.call(this) + '!'; };
class Greeter { accessor name = 'reader'; @loud greet() { return 'Hello ' + this.name; } }
export default () => <h1>{new Greeter().greet()}</h1>;`,
    { shows: 'Hello reader!' },
  ),
  pageCase(
    'use-id',
    `import { useId } from 'react';
const Field = ({ label }: { label: string }) => {
  const id = useId();
  return <p><label htmlFor={id}>{label}</label> <input id={id} /></p>;
};
export default () => <><h1>Ids</h1><Field label="First" />{[1].map((n) => <Field key={n} label="Second" />)}</>;`,
    { shows: 'Ids', use: typeByLabels },
  ),
  {
    name: 'use-id-islands',
    files: {
      'island.tsx': `import { useId, useState } from 'react';
export default ({ label }: { label: string }) => {
  const id = useId();
  const [count, setCount] = useState(0);
  return <p><label htmlFor={id}>{label}</label> <input id={id} /> <button type="button" onClick={() => setCount(count + 1)}>{label} {count}</button></p>;
};`,
      'page.tsx': `import { useId } from 'react';
import { Island } from '@voltframe/kit/react';
export default () => {
  const id = useId();
  return <><h1 id={id}>Islands</h1><Island name="Labelled" props={{ label: 'First' }} /><Island name="Labelled" props={{ label: 'Second' }} /></>;
};`,
    },
    config: { islands: { Labelled: { component: './src/use-id-islands/island.tsx', interactive: true } } },
    shows: 'Islands',
    async use(page) {
      for (const name of ['First', 'Second']) {
        await page.getByRole('button', { name: `${name} 0` }).click();
        await page.getByRole('button', { name: `${name} 1` }).waitFor();
      }
      await typeByLabels(page);
    },
  },
  {
    name: 'lazy',
    files: {
      'part.tsx': `export default () => <p>The lazy part</p>;`,
      'page.tsx': `import { lazy, Suspense } from 'react';
const Part = lazy(() => import('./part.tsx'));
export default () => <><h1>Lazy</h1><Suspense fallback={<p>Waiting</p>}><Part /></Suspense></>;`,
    },
    shows: 'The lazy part',
  },
  pageCase(
    'use-promise',
    `import { Suspense, use } from 'react';
const answer = new Promise<string>((done) => setTimeout(done, 5, 'The answer'));
const Answer = () => <p>{use(answer)}</p>;
export default () => <><h1>Use</h1><Suspense fallback={<p>Waiting</p>}><Answer /></Suspense></>;`,
    { shows: 'Use' },
  ),
  pageCase(
    'hoisted-head',
    `import { preconnect } from 'react-dom';
export default () => {
  preconnect('https://images.example');
  return <>
    <title>A title of the component</title>
    <meta name="description" content="A description of the component" />
    <link rel="author" href="/humans.txt" />
    <h1>Head</h1>
  </>;
};`,
    {
      shows: 'Head',
      async use(page) {
        if ((await page.title()) !== 'A title of the component')
          throw new Error(`the title is "${await page.title()}"`);
        const descriptions = await page
          .locator('head meta[name=description]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('content')));
        if (new Set(descriptions).size !== 1 || descriptions[0] !== 'A description of the component')
          throw new Error(`the descriptions are ${descriptions.join(', ')}`);
        await page.locator('header a[href="/"]').first().click();
        await page.waitForURL(/\/$/);
      },
    },
  ),
  pageCase(
    'form-action',
    `import { useActionState } from 'react';
export default () => {
  const [said, act] = useActionState(async (_: string, data: FormData) => 'Sent ' + data.get('name'), 'Nothing yet');
  return <><h1>Actions</h1><form action={act}><input name="name" aria-label="Name" /><button>Send</button></form><output>{said}</output></>;
};`,
    {
      shows: 'Nothing yet',
      async use(page) {
        await page.getByLabel('Name').fill('Ada');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Sent Ada').waitFor();
      },
    },
  ),
  pageCase(
    'activity',
    `import { Activity, useState } from 'react';
export default () => {
  const [shown, setShown] = useState(false);
  return <><h1>Activity</h1><button type="button" onClick={() => setShown(!shown)}>Turn</button>
    <Activity mode={shown ? 'visible' : 'hidden'}><p>The activity</p></Activity></>;
};`,
    {
      shows: 'Activity',
      async use(page) {
        await page.getByRole('button', { name: 'Turn' }).click();
        await page.getByText('The activity').waitFor();
      },
    },
  ),
  pageCase(
    'throws-in-suspense',
    `import { Suspense } from 'react';
const Part = () => {
  throw new Error('broken within a boundary');
};
export default () => <><h1>Never shown</h1><Suspense fallback={<p>Waiting</p>}><Part /></Suspense></>;`,
    { refused: /broken within a boundary[^]*src\/throws-in-suspense\/page\.tsx:3/ },
  ),
  pageCase(
    'view-transition',
    `import { startTransition, useState, ViewTransition } from 'react';
export default () => {
  const [at, set] = useState('first');
  return <><h1>Transitions</h1><button type="button" onClick={() => startTransition(() => set('second'))}>Turn</button>
    <ViewTransition><p>The {at} part</p></ViewTransition></>;
};`,
    {
      shows: 'The first part',
      async use(page) {
        await page.getByRole('button', { name: 'Turn' }).click();
        await page.getByText('The second part').waitFor();
      },
    },
  ),
  {
    name: 'preloads',
    files: {
      'photo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      'page.tsx': `import { prefetchDNS, preload, preloadModule } from 'react-dom';
import photo from './photo.svg?url';
export default () => {
  prefetchDNS('https://images.example');
  preload(photo, { as: 'image' });
  preloadModule('/assets/none.js', { as: 'script' });
  return <h1>Preloads</h1>;
};`,
    },
    shows: 'Preloads',
  },
  pageCase(
    'preinit-stylesheet',
    `import { preinit } from 'react-dom';
export default () => {
  preinit('/preinit-stylesheet.css', { as: 'style' });
  return <h1>Never shown</h1>;
};`,
    {
      refused:
        /preinit-stylesheet\.css, which is no file of the site[^]*src\/preinit-stylesheet\/page\.tsx:3/,
    },
  ),
  pageCase(
    'stylesheet-of-another-site',
    `import { useEffect } from 'react';
import { preinit } from 'react-dom';
export default () => {
  useEffect(() => preinit('https://other.example/a.css', { as: 'style' }), []);
  return <h1>Never shown</h1>;
};`,
    {
      refused:
        /requests https:\/\/other\.example\/a\.css, which its policy refuses for every app: style-src[^]*src\/stylesheet-of-another-site\/page\.tsx:4/,
    },
  ),
  pageCase(
    'preinit-script',
    `import { preinit } from 'react-dom';
export default () => {
  preinit('/preinit-script.js', { as: 'script' });
  return <h1>Never shown</h1>;
};`,
    { refused: /a script that the platform did not make/ },
  ),
  pageCase(
    'symbol-of-another-site',
    `export default () => (
  <><h1>Never shown</h1><svg width="9" height="9"><use href="https://other.example/icons.svg#cart" /></svg></>
);`,
    {
      route: { csp: { 'img-src': ['https://other.example'] } },
      refused: /<use> draws https:\/\/other\.example\/icons\.svg#cart, a file that is not of the site/,
    },
  ),
  pageCase(
    'older-drawing-of-another-site',
    `export default () => (
  <><h1>Never shown</h1><svg width="9" height="9"><image xlinkHref="https://other.example/a.png" /></svg></>
);`,
    { refused: /requests https:\/\/other\.example\/a\.png, which its policy refuses: img-src/ },
  ),
  pageCase(
    'font-preload-of-another-site',
    `import { preload } from 'react-dom';
export default () => {
  preload('https://other.example/a.woff2', { as: 'font', crossOrigin: '' });
  return <h1>Never shown</h1>;
};`,
    {
      refused:
        /requests https:\/\/other\.example\/a\.woff2, which its policy refuses for every app: font-src/,
    },
  ),
  pageCase(
    'prefetch-of-another-site',
    `export default () => <><link rel="prefetch" href="https://other.example/next" /><h1>Never shown</h1></>;`,
    {
      refused:
        /requests https:\/\/other\.example\/next ahead of time, which no directive of its policy allows/,
    },
  ),
  pageCase(
    'image-set-by-a-script',
    `import { useEffect, useRef } from 'react';
export default () => {
  const photo = useRef(null);
  useEffect(() => {
    photo.current.style.backgroundImage = "image-set('https://other.example/a.png' 1x)";
  }, []);
  return <h1 ref={photo}>Never shown</h1>;
};`,
    { refused: /requests https:\/\/other\.example\/a\.png, which its policy refuses: img-src/ },
  ),
  {
    name: 'image-set-of-another-site',
    files: {
      'page.module.css': `.photo { background: image-set('https://other.example/a.png' 1x); }`,
      'page.tsx': `import styles from './page.module.css';
export default () => <h1 className={styles.photo}>Never shown</h1>;`,
    },
    refused: /the policy of pages refuses the file https:\/\/other\.example\/a\.png of another site/,
  },
];
