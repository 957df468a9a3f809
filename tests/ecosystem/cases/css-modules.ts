import type { Page } from 'playwright';
import type { Case } from '../case.ts';
import { looks } from '../computed-style.ts';

const [RED, BLUE] = ['rgb(200, 0, 0)', 'rgb(0, 0, 200)'];
const all =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };
const text =
  (selector: string, expected: string) =>
  async (page: Page): Promise<void> => {
    const found = await page.locator(selector).innerText();
    if (found !== expected) throw new Error(`${selector} says ${found}, not ${expected}`);
  };

/** CSS Modules as Vite, Next.js and css-loader have them. */
export const cssModules: Case[] = [
  {
    name: 'css-modules-namespace',
    files: {
      'page.module.css': `.title { color: ${RED}; } .two-words { color: ${BLUE}; }`,
      'page.tsx': `import * as styles from './page.module.css';
import again from './page.module.css';
export default () => (
  <><h1 id="title" className={styles.title}>A namespace</h1>
    <p id="two" className={styles['two-words']}>Two</p>
    <p id="again" className={again['two-words']}>Again</p>
    <p id="none" className={styles.none}>{String(styles.none)}</p></>
);`,
    },
    shows: 'A namespace',
    use: all(
      looks('#title', 'color', RED),
      looks('#two', 'color', BLUE),
      looks('#again', 'color', BLUE),
      text('#none', 'undefined'),
    ),
  },
  {
    name: 'css-modules-named',
    files: {
      'page.module.css': `.title { color: ${RED}; } .delete { color: ${BLUE}; } .default { color: ${RED}; }`,
      'page.tsx': `import classes, { title as heading } from './page.module.css';
export { title } from './page.module.css';
export default () => (
  <><h1 id="title" className={heading}>By name</h1>
    <p id="reserved" className={classes.delete}>A reserved word</p>
    <p id="default" className={classes.default}>Another one</p></>
);`,
    },
    shows: 'By name',
    use: all(
      looks('#title', 'color', RED),
      looks('#reserved', 'color', BLUE),
      looks('#default', 'color', RED),
    ),
  },
  {
    name: 'css-modules-values',
    files: {
      'colors.module.css': `@value brand: ${RED};\n@value wide: (min-width: 600px);`,
      'page.module.css': `@value brand, wide from './colors.module.css';
@value brand as same from "./colors.module.css";
@value size: 20px;
.title { color: brand; }
.other { color: same; letter-spacing: size; }
@media wide { .other { word-spacing: size; } }`,
      'page.tsx': `import styles from './page.module.css';
import { brand } from './colors.module.css';
export default () => (
  <><h1 id="title" className={styles.title}>Values</h1><p id="other" className={styles.other}>Other</p>
    <p id="value">{brand} {styles.size}</p></>
);`,
    },
    shows: 'Values',
    use: all(
      looks('#title', 'color', RED),
      looks('#other', 'color', RED),
      looks('#other', 'letter-spacing', '20px'),
      looks('#other', 'word-spacing', '20px'),
      text('#value', `${RED} 20px`),
    ),
  },
  {
    name: 'css-modules-global',
    files: {
      'page.module.css': `:global(.active) .title { color: ${RED}; }
.card :global .label { color: ${BLUE}; }
.card :global(.a.b) { letter-spacing: 2px; }
:local(.card) :local .own { word-spacing: 3px; }
:global .outer :local(.inner) { color: ${RED}; }
.card { &:global(.is-open) { text-indent: 5px; } :global(.deep) { text-indent: 6px; } }`,
      'page.tsx': `import styles from './page.module.css';
export default () => (
  <><div className="active"><h1 id="title" className={styles.title}>Global names</h1></div>
    <div id="card" className={\`\${styles.card} is-open\`}>
      <p id="label" className="label">Label</p><p id="both" className="a b">Both</p>
      <p id="own" className={styles.own}>Own</p><p id="deep" className="deep">Deep</p>
    </div>
    <div className="outer"><p id="inner" className={styles.inner}>Inner</p></div></>
);`,
    },
    shows: 'Global names',
    use: all(
      looks('#title', 'color', RED),
      looks('#label', 'color', BLUE),
      looks('#both', 'letter-spacing', '2px'),
      looks('#own', 'word-spacing', '3px'),
      looks('#inner', 'color', RED),
      looks('#card', 'text-indent', '5px'),
      looks('#deep', 'text-indent', '6px'),
    ),
  },
  {
    name: 'css-modules-composes',
    files: {
      'base.module.css': `.base { color: ${RED}; } .spaced { letter-spacing: 2px; }`,
      'page.module.css': `.bold { font-weight: 700; }
.title { composes: bold; composes: base spaced from './base.module.css'; composes: given from global; }
.given { color: ${BLUE}; }
.quiet { composes: title; word-spacing: 4px; }`,
      'page.tsx': `import styles, { quiet } from './page.module.css';
export default () => (
  <><h1 id="title" className={styles.title}>Composed</h1><p id="quiet" className={quiet}>Quiet</p></>
);`,
    },
    shows: 'Composed',
    use: async (page) => {
      await looks('#title', 'color', RED)(page);
      await looks('#title', 'letter-spacing', '2px')(page);
      await looks('#quiet', 'font-weight', '700')(page);
      await looks('#quiet', 'word-spacing', '4px')(page);
      await page.locator('#title.given').waitFor();
    },
  },
  {
    name: 'css-modules-sass',
    packages: { sass: '1.99.0' },
    files: {
      'page.module.scss': `$brand: ${RED};
:export { brand: $brand; dashed-name: 1px; }
.title { color: $brand; &__part { color: ${BLUE}; } &:global(.wide) { letter-spacing: 2px; } }
.box { :global { .block { letter-spacing: 4px; } } }`,
      'page.tsx': `import styles, { brand } from './page.module.scss';
export default () => (
  <><h1 id="title" className={\`\${styles.title} wide\`}>Sass</h1><p id="part" className={styles.title__part}>Part</p>
    <div className={styles.box}><p id="block" className="block">Block</p></div>
    <p id="value">{brand} {styles['dashed-name']}</p></>
);`,
    },
    shows: 'Sass',
    use: all(
      looks('#title', 'color', RED),
      looks('#title', 'letter-spacing', '2px'),
      looks('#part', 'color', BLUE),
      looks('#block', 'letter-spacing', '4px'),
      text('#value', '#c80000 1px'),
    ),
  },
  {
    name: 'css-modules-keyframes',
    files: {
      'page.module.css': `@keyframes fade { from { opacity: 0.5; } to { opacity: 0.5; } }
.title { animation: fade 1s infinite; }
.vars { --name: fade; animation: 1s infinite var(--name); }`,
      'page.tsx': `import styles from './page.module.css';
export default () => <h1 id="title" className={styles.title}>Keyframes</h1>;`,
    },
    shows: 'Keyframes',
    use: looks('#title', 'opacity', '0.5'),
  },
  {
    name: 'css-modules-unknown-name',
    files: {
      'page.module.css': `.title { color: ${RED}; }`,
      'page.tsx': `import { tilte } from './page.module.css';
export default () => <h1 className={tilte}>Never shown</h1>;`,
    },
    refused: /page\.tsx 2[^]*export 'tilte'/,
  },
];
