import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';
import { looks } from '../computed-style.ts';

const EMOTION = { '@emotion/react': '11.14.0', '@emotion/styled': '11.14.1' };
const EMOTION_PAGE = `import styled from '@emotion/styled';
const Title = styled.h1\`color: rgb(1, 2, 3);\`;
export default () => <Title id="title">Emotion</Title>;`;

const TAILWIND_PAGE = `import './page.css';
export default () => (
  <div id="box" className="mx-auto w-40 space-y-2 bg-brand p-4 text-white before:content-['x']">
    <h1 id="title" className="text-2xl font-bold">Tailwind</h1>
    <p id="second" className="animate-spin rounded-lg border-2 md:grid">Second</p>
    <button id="button" className="shadow-lg ring-2">Button</button>
  </div>
);`;

/** Utilities, preflight (the size of a heading, the border of a button), a colour of the theme, keyframes. */
async function looksLikeTailwind(page: Page): Promise<void> {
  // The height of the header: preflight resets every padding.
  await looks('main', 'padding-top', '72px')(page);
  await looks('#box', 'width', '160px')(page);
  await looks('#box', 'background-color', 'rgb(1, 2, 3)')(page);
  await looks('#title', 'font-size', '24px')(page);
  await looks('#title', 'margin-top', '0px')(page);
  await looks('#second', 'border-top-width', '2px')(page);
  await looks('#second', 'border-top-left-radius', '8px')(page);
  await looks('#second', 'animation-duration', '1s')(page);
  await looks('#second', 'display', 'grid')(page);
  await looks('#button', 'border-top-width', '0px')(page);
  const isTurning = await page.locator('#second').evaluate((element) => element.getAnimations().length);
  if (isTurning !== 1) throw new Error('the keyframes are missing');
}

/** Styles in attributes, stylesheets of packages, and libraries that make styles while a page renders. */
export const styles: Case[] = [
  pageCase(
    'style-attribute',
    `export default () => <h1 id="title" style={{ color: 'rgb(1, 2, 3)' }}>An attribute</h1>;`,
    { shows: 'An attribute', use: looks('#title', 'color', 'rgb(1, 2, 3)') },
  ),
  {
    name: 'global-stylesheet',
    files: {
      'global.css': `:root { --ground: rgb(1, 2, 3); } * { letter-spacing: 2px; }
body { color: var(--ground); display: flex; min-height: 100vh; }`,
      'page.tsx': `import './global.css';
import { useState } from 'react';
import { createPortal } from 'react-dom';
export default () => {
  const [open, set] = useState(false);
  return <><h1 id="title">A global stylesheet</h1><button onClick={() => set(true)}>Open</button>
    {open && createPortal(<p id="toast">A toast</p>, document.body)}</>;
};`,
    },
    shows: 'A global stylesheet',
    async use(page) {
      await looks('#title', 'letter-spacing', '2px')(page);
      await page.getByRole('button', { name: 'Open' }).click();
      // It takes the colour of body, and not its layout.
      await looks('#toast', 'color', 'rgb(1, 2, 3)')(page);
      await looks('#toast', 'display', 'block')(page);
      await looks('#toast', 'min-height', '0px')(page);
    },
  },
  pageCase(
    'css-of-a-package',
    `import 'modern-normalize/modern-normalize.css';\nexport default () => <h1>Of a <b id="bold">package</b></h1>;`,
    { packages: { 'modern-normalize': '3.0.1' }, use: looks('#bold', 'font-weight', '900') },
  ),
  {
    name: 'stylesheet-imports',
    packages: { swiper: '14.4.0' },
    files: {
      'page.css': `@import './base.css';\n@import 'swiper/css';\n#title { color: rgb(1, 2, 3); }`,
      'base.css': `#title { color: red; letter-spacing: 2px; }`,
      'page.tsx': `import './page.css';
export default () => <><h1 id="title">Imports</h1><div className="swiper"><p>In a package's scope</p></div></>;`,
    },
    shows: 'Imports',
    async use(page) {
      await looks('#title', 'color', 'rgb(1, 2, 3)')(page);
      await looks('#title', 'letter-spacing', '2px')(page);
      await looks('.swiper', 'position', 'relative')(page);
    },
  },
  {
    name: 'stylesheet-of-another-site',
    files: {
      'page.css': `h1 { color: red; }\n.hero { background: url(https://images.example/a.png); }`,
      'page.tsx': `import './page.css';\nexport default () => <h1 className="hero">Elsewhere</h1>;`,
    },
    refused: /page\.css:2: the policy of pages refuses the file https:\/\/images\.example\/a\.png/,
  },
  {
    name: 'postcss-config',
    app: 'postcss',
    files: {
      '/postcss.config.mjs': `export default {
  plugins: [{ postcssPlugin: 'team', Declaration: (one) => void (one.value === 'team' && (one.value = 'rgb(1, 2, 3)')) }],
};`,
      'page.module.css': '.title { color: team; }',
      'page.tsx': `import styles from './page.module.css';
export default () => <h1 id="title" className={styles.title}>A plugin of PostCSS</h1>;`,
    },
    shows: 'A plugin of PostCSS',
    use: looks('#title', 'color', 'rgb(1, 2, 3)'),
  },
  {
    name: 'postcss-refuses',
    files: {
      '/postcss.config.mjs': `export default {
  plugins: [{ postcssPlugin: 'team', Declaration: (one) => { throw one.error('no declarations here'); } }],
};`,
      'page.css': 'h1 {\n  color: red;\n}',
      'page.tsx': `import './page.css';\nexport default () => <h1>Never built</h1>;`,
    },
    refused: /src\/postcss-refuses\/page\.css:2: no declarations here/,
  },
  {
    name: 'sass',
    packages: { sass: '1.108.2' },
    files: {
      '_theme.scss': '$ink: rgb(1, 2, 3);',
      'page.module.scss': `@use './theme';
.title { &.large { color: theme.$ink; } }`,
      'global.sass': 'h1\n  letter-spacing: 1px * 2',
      'page.tsx': `import './global.sass';
import styles from './page.module.scss';
export default () => <h1 id="title" className={\`\${styles.title} \${styles.large}\`}>Sass</h1>;`,
    },
    shows: 'Sass',
    async use(page) {
      await looks('#title', 'color', 'rgb(1, 2, 3)')(page);
      await looks('#title', 'letter-spacing', '2px')(page);
    },
  },
  {
    name: 'sass-broken',
    packages: { sass: '1.108.2' },
    files: {
      'page.module.scss': '.title {\n  color: $missing;\n}',
      'page.tsx': `import styles from './page.module.scss';
export default () => <h1 className={styles.title}>Never built</h1>;`,
    },
    refused: /Undefined variable[^]*page\.module\.scss:?\s*2/,
  },
  {
    name: 'tailwind-4',
    app: 'tailwind-4',
    packages: { '@tailwindcss/postcss': '4.3.5', tailwindcss: '4.3.5' },
    files: {
      '/postcss.config.mjs': `export default { plugins: { '@tailwindcss/postcss': {} } };`,
      'page.css': `@import 'tailwindcss';\n@theme { --color-brand: rgb(1 2 3); }`,
      'page.tsx': TAILWIND_PAGE,
    },
    shows: 'Tailwind',
    use: looksLikeTailwind,
  },
  {
    name: 'tailwind-3',
    app: 'tailwind-3',
    packages: { 'tailwindcss-3': 'npm:tailwindcss@3.4.19' },
    files: {
      '/postcss.config.mjs': `export default { plugins: { 'tailwindcss-3': {} } };`,
      '/tailwind.config.mjs': `export default {
  content: ['./src/**/*.tsx'],
  theme: { extend: { colors: { brand: 'rgb(1 2 3)' } } },
};`,
      'page.css': '@tailwind base;\n@tailwind components;\n@tailwind utilities;',
      'page.tsx': TAILWIND_PAGE,
    },
    shows: 'Tailwind',
    use: looksLikeTailwind,
  },
  pageCase('emotion', EMOTION_PAGE, {
    packages: EMOTION,
    route: { styles: 'runtime' },
    shows: 'Emotion',
    use: looks('#title', 'color', 'rgb(1, 2, 3)'),
  }),
  pageCase('emotion-undeclared', EMOTION_PAGE, {
    packages: EMOTION,
    refused: /ADMISSION_RUNTIME_STYLES|makes a stylesheet while it renders .* by the package @emotion/,
  }),
];
