import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

/** @returns a step that fails unless an element has a computed style. */
const looks =
  (selector: string, property: string, value: string) =>
  async (page: Page): Promise<void> => {
    const found = await page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    if (found !== value) throw new Error(`${selector} has ${property}: ${found}, not ${value}`);
  };

const EMOTION = { '@emotion/react': '11.14.0', '@emotion/styled': '11.14.1' };
const EMOTION_PAGE = `import styled from '@emotion/styled';
const Title = styled.h1\`color: rgb(1, 2, 3);\`;
export default () => <Title id="title">Emotion</Title>;`;

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
      'global.css': `:root { --ground: rgb(1, 2, 3); } body { color: var(--ground); } * { letter-spacing: 2px; }`,
      'page.tsx': `import './global.css';\nexport default () => <h1 id="title">A global stylesheet</h1>;`,
    },
    shows: 'A global stylesheet',
    use: looks('#title', 'letter-spacing', '2px'),
  },
  pageCase(
    'css-of-a-package',
    `import 'modern-normalize/modern-normalize.css';\nexport default () => <h1>Of a <b id="bold">package</b></h1>;`,
    { packages: { 'modern-normalize': '3.0.1' }, use: looks('#bold', 'font-weight', '900') },
  ),
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
