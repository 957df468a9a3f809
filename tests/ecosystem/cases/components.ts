import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

const found =
  (selector: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).first().waitFor();

/** Clicks a button by its name, and waits for a text. */
const click =
  (button: string, text: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByText(text).first().waitFor();
  };

const RUNTIME: Partial<Case> = { route: { styles: 'runtime' } };

/** Libraries of components, icons and styles. */
export const components: Case[] = [
  pageCase(
    'goober',
    `import { createElement } from 'react';
import { setup, styled } from 'goober';
setup(createElement);
const Box = styled('div')\`color: rgb(1, 2, 3); padding: 4px;\`;
export default () => <><h1>Goober</h1><Box id="box">styled</Box></>;`,
    {
      packages: { goober: '2.1.19' },
      ...RUNTIME,
      shows: 'Goober',
      use: (page) =>
        page
          .waitForFunction(() => getComputedStyle(document.querySelector('#box')!).color === 'rgb(1, 2, 3)')
          .then(() => undefined),
    },
  ),
  pageCase(
    'fluentui',
    `import { Button, FluentProvider, webLightTheme, Dialog, DialogTrigger, DialogSurface, DialogBody, DialogTitle } from '@fluentui/react-components';
export default () => <FluentProvider theme={webLightTheme}><h1>Fluent</h1>
  <Dialog><DialogTrigger disableButtonEnhancement><Button appearance="primary">Open</Button></DialogTrigger>
  <DialogSurface><DialogBody><DialogTitle>Inside</DialogTitle></DialogBody></DialogSurface></Dialog></FluentProvider>;`,
    {
      packages: { '@fluentui/react-components': '9.74.11' },
      ...RUNTIME,
      shows: 'Fluent',
      use: click('Open', 'Inside'),
    },
  ),
  pageCase(
    'primereact',
    `import { PrimeReactProvider } from 'primereact/api';
import { Button } from 'primereact/button';
import { Dialog } from 'primereact/dialog';
import { useState } from 'react';
import 'primereact/resources/themes/lara-light-cyan/theme.css';
export default () => {
  const [open, set] = useState(false);
  return <PrimeReactProvider><h1>Prime</h1><Button label="Open" onClick={() => set(true)} />
    <Dialog header="Inside" visible={open} onHide={() => set(false)}>Text</Dialog></PrimeReactProvider>;
};`,
    { packages: { primereact: '10.9.9' }, ...RUNTIME, shows: 'Prime', use: click('Open', 'Inside') },
  ),
  pageCase(
    'react-grid-layout',
    `import { useState } from 'react';
import GridLayout from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
export default () => {
  const [layout, set] = useState([{ i: 'a', x: 0, y: 0, w: 1, h: 1 }, { i: 'b', x: 1, y: 0, w: 1, h: 1 }]);
  return <><h1>Grid layout</h1><GridLayout layout={layout} onLayoutChange={set} width={400} gridConfig={{ cols: 4, rowHeight: 30 }}>
    <div key="a">First cell</div><div key="b">Second cell</div></GridLayout></>;
};`,
    {
      packages: { 'react-grid-layout': '2.3.0' },
      shows: 'Grid layout',
      use: found('.react-grid-item:has-text("Second cell")'),
    },
  ),
  pageCase(
    'next-themes',
    `import { ThemeProvider, useTheme } from 'next-themes';
const Toggle = () => {
  const { setTheme } = useTheme();
  return <button type="button" onClick={() => setTheme('dark')}>Dark</button>;
};
export default () => <ThemeProvider attribute="class" scriptProps={{ 'data-cfasync': 'false' }}><h1>Themes</h1><Toggle /></ThemeProvider>;`,
    { packages: { 'next-themes': '0.4.6' }, refused: /next-themes|<script>/ },
  ),
  pageCase(
    'helmet-async',
    `import { Helmet, HelmetProvider } from 'react-helmet-async';
export default () => <HelmetProvider><Helmet><meta name="description" content="From helmet" /></Helmet><h1>Helmet</h1></HelmetProvider>;`,
    { packages: { 'react-helmet-async': '3.0.0' }, shows: 'Helmet' },
  ),
  pageCase(
    'react-colorful',
    `import { useState } from 'react';
import { HexColorPicker } from 'react-colorful';
export default () => {
  const [color, set] = useState('#00ff00');
  return <><h1>Colors</h1><HexColorPicker color={color} onChange={set} /><p>Color {color === '#00ff00' ? 'first' : 'changed'}</p></>;
};`,
    {
      packages: { 'react-colorful': '5.8.1' },
      ...RUNTIME,
      shows: 'Colors',
      async use(page) {
        await page.locator('.react-colorful__saturation').click({ position: { x: 20, y: 20 } });
        await page.getByText('Color changed').waitFor();
      },
    },
  ),
  pageCase(
    'fontawesome',
    `import { config } from '@fortawesome/fontawesome-svg-core';
import '@fortawesome/fontawesome-svg-core/styles.css';
import { faCheck } from '@fortawesome/free-solid-svg-icons';
import { FontAwesomeIcon } from '@fortawesome/react-fontawesome';
config.autoAddCss = false;
export default () => <><h1>Icons</h1><FontAwesomeIcon icon={faCheck} id="check" /></>;`,
    {
      packages: {
        '@fortawesome/fontawesome-svg-core': '7.3.1',
        '@fortawesome/free-solid-svg-icons': '7.3.1',
        '@fortawesome/react-fontawesome': '3.5.0',
      },
      shows: 'Icons',
      use: found('main svg.fa-check path'),
    },
  ),
  pageCase(
    'phosphor',
    `import { HorseIcon, IconContext } from '@phosphor-icons/react';
export default () => <IconContext.Provider value={{ size: 32 }}><h1>More icons</h1><HorseIcon id="horse" /></IconContext.Provider>;`,
    {
      packages: { '@phosphor-icons/react': '2.1.10' },
      shows: 'More icons',
      use: found('main svg#horse path'),
    },
  ),
  pageCase(
    'ark',
    `import { Accordion } from '@ark-ui/react/accordion';
import { Dialog } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
export default () => <><h1>Ark</h1>
  <Accordion.Root collapsible><Accordion.Item value="a"><Accordion.ItemTrigger>Question</Accordion.ItemTrigger><Accordion.ItemContent>Answer</Accordion.ItemContent></Accordion.Item></Accordion.Root>
  <Dialog.Root><Dialog.Trigger>Open</Dialog.Trigger><Portal><Dialog.Positioner><Dialog.Content><Dialog.Title>Inside</Dialog.Title></Dialog.Content></Dialog.Positioner></Portal></Dialog.Root></>;`,
    { packages: { '@ark-ui/react': '5.40.0' }, shows: 'Ark', use: click('Open', 'Inside') },
  ),
  pageCase(
    'base-ui',
    `import { Dialog } from '@base-ui/react/dialog';
import { Select } from '@base-ui/react/select';
export default () => <><h1>Base</h1>
  <Dialog.Root><Dialog.Trigger>Open</Dialog.Trigger><Dialog.Portal><Dialog.Backdrop /><Dialog.Popup><Dialog.Title>Inside</Dialog.Title></Dialog.Popup></Dialog.Portal></Dialog.Root>
  <Select.Root defaultValue="a"><Select.Trigger><Select.Value /></Select.Trigger><Select.Portal><Select.Positioner><Select.Popup><Select.Item value="a"><Select.ItemText>First</Select.ItemText></Select.Item></Select.Popup></Select.Positioner></Select.Portal></Select.Root></>;`,
    { packages: { '@base-ui/react': '1.9.0' }, ...RUNTIME, shows: 'Base', use: click('Open', 'Inside') },
  ),
  pageCase(
    'radix-themes',
    `import { Button, Dialog, Theme } from '@radix-ui/themes';
import '@radix-ui/themes/styles.css';
export default () => <Theme accentColor="teal"><h1>Radix themes</h1>
  <Dialog.Root><Dialog.Trigger><Button>Open</Button></Dialog.Trigger><Dialog.Content><Dialog.Title>Inside</Dialog.Title><Dialog.Description>Text</Dialog.Description></Dialog.Content></Dialog.Root></Theme>;`,
    {
      packages: { '@radix-ui/themes': '3.3.0' },
      ...RUNTIME,
      shows: 'Radix themes',
      use: click('Open', 'Inside'),
    },
  ),
  pageCase(
    'react-slick',
    `import Slider from 'react-slick';
import 'slick-carousel/slick/slick.css';
export default () => <><h1>Slides</h1><Slider dots infinite={false} slidesToShow={1}><div>First slide</div><div>Second slide</div></Slider></>;`,
    {
      packages: { 'react-slick': '0.31.0', 'slick-carousel': '2.0.0' },
      shows: 'Slides',
      use: found('.slick-slide:has-text("First slide")'),
    },
  ),
  pageCase(
    'react-modal',
    `import { useState } from 'react';
import Modal from 'react-modal';
export default () => {
  const [open, set] = useState(false);
  return <><h1>Modal</h1><button type="button" onClick={() => set(true)}>Open</button>
    <Modal isOpen={open} ariaHideApp={false} contentLabel="Dialog"><p>Inside</p></Modal></>;
};`,
    { packages: { 'react-modal': '3.16.3' }, shows: 'Modal', use: click('Open', 'Inside') },
  ),
  pageCase(
    'react-tooltip',
    `import { Tooltip } from 'react-tooltip';
export default () => <><h1>Tooltip</h1><button type="button" data-tooltip-id="tip" data-tooltip-content="Explained">Point</button><Tooltip id="tip" /></>;`,
    {
      packages: { 'react-tooltip': '6.0.9' },
      ...RUNTIME,
      shows: 'Tooltip',
      async use(page) {
        await page.getByRole('button', { name: 'Point' }).hover();
        await page.getByText('Explained').waitFor();
      },
    },
  ),
  pageCase(
    'react-spinners',
    `import { ClipLoader } from 'react-spinners';
export default () => <><h1>Spinner</h1><ClipLoader size={20} aria-label="Loading" /></>;`,
    {
      packages: { 'react-spinners': '0.17.1' },
      ...RUNTIME,
      shows: 'Spinner',
      use: found('[aria-label="Loading"]'),
    },
  ),
  pageCase(
    'tailwind-variants',
    `import { tv } from 'tailwind-variants';
const button = tv({ base: 'rounded', variants: { size: { small: 'px-1', large: 'px-4' } } });
export default () => <h1 className={button({ size: 'large' })}>Variants</h1>;`,
    {
      packages: { 'tailwind-variants': '4.0.2', 'tailwind-merge': '3.7.1' },
      shows: 'Variants',
      use: found('h1.px-4'),
    },
  ),
  pageCase(
    'react-virtualized',
    `import { List } from 'react-virtualized';
export default () => <><h1>Rows of a list</h1><List width={200} height={100} rowCount={100} rowHeight={20}
  rowRenderer={({ index, key, style }) => <div key={key} style={style}>Row {index}</div>} /></>;`,
    {
      packages: { 'react-virtualized': '10.0.0' },
      shows: 'Rows of a list',
      use: (page) => page.getByText('Row 2').first().waitFor(),
    },
  ),
  pageCase(
    'react-player',
    `import ReactPlayer from 'react-player';
export default () => <><h1>Player</h1><ReactPlayer src="/film.mp4" preload="none" controls width={320} height={180} /></>;`,
    { packages: { 'react-player': '3.4.0' }, shows: 'Player', use: found('main video') },
  ),
  pageCase(
    'jquery',
    `import $ from 'jquery';
export default () => <h1 ref={(place) => void $(place).addClass('filled')}>Jquery</h1>;`,
    {
      packages: { jquery: '4.0.0' },
      refused: /window is not defined in the package jquery, which src.jquery.page.tsx/,
    },
  ),
  pageCase(
    'shiki',
    `import { useEffect, useState } from 'react';
import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
export default () => {
  const [html, set] = useState('');
  useEffect(() => {
    createHighlighterCore({
      themes: [import('shiki/themes/github-light.mjs')], langs: [import('shiki/langs/json.mjs')], engine: createJavaScriptRegexEngine(),
    }).then((highlighter) => set(highlighter.codeToHtml('{"a": 1}', { lang: 'json', theme: 'github-light' })));
  }, []);
  return <><h1>Shiki</h1><div dangerouslySetInnerHTML={{ __html: html }} /></>;
};`,
    { packages: { shiki: '4.6.0' }, shows: 'Shiki', use: found('pre.shiki span') },
  ),
];
