import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

/** Clicks a button by its name, and waits for a text. */
const click =
  (button: string, text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByText(text).first().waitFor();
  };

const libraries: Case[] = [
  pageCase(
    'motion',
    `import { AnimatePresence, motion } from 'motion/react';
import { useState } from 'react';
export default () => { const [open, setOpen] = useState(false); return <><motion.h1 initial={{ opacity: 0, y: 20 }} animate={{ opacity: 1, y: 0 }}>Motion</motion.h1><button type="button" onClick={() => setOpen(!open)}>Open</button><AnimatePresence>{open && <motion.p exit={{ opacity: 0 }}>It moves</motion.p>}</AnimatePresence></>; };`,
    {
      packages: { motion: '14.14.0' },
      shows: 'Motion',
      async use(page) {
        await page.waitForFunction(
          () => getComputedStyle(document.querySelector('main h1')!).opacity === '1',
        );
        await click('Open', 'It moves')(page);
      },
    },
  ),
  pageCase(
    'react-spring',
    `import { animated, useSpring } from '@react-spring/web';
export default () => { const style = useSpring({ from: { opacity: 0 }, to: { opacity: 1 } }); return <animated.h1 style={style}>Spring</animated.h1>; };`,
    {
      packages: { '@react-spring/web': '10.1.2' },
      shows: 'Spring',
      use: async (page) =>
        void (await page.waitForFunction(
          () => getComputedStyle(document.querySelector('main h1')!).opacity === '1',
        )),
    },
  ),
  pageCase(
    'gsap',
    `import gsap from 'gsap';
import { useEffect, useRef } from 'react';
export default () => { const ref = useRef(null); useEffect(() => { gsap.to(ref.current, { x: 50, duration: 0.1 }); }, []); return <><h1>GSAP</h1><p ref={ref} id="moved">It moves</p></>; };`,
    {
      packages: { gsap: '3.15.0' },
      shows: 'It moves',
      use: async (page) =>
        void (await page.waitForFunction(() =>
          getComputedStyle(document.querySelector('#moved')!).transform.includes('50'),
        )),
    },
  ),
  pageCase(
    'transition-group',
    `import { useRef, useState } from 'react';
import { CSSTransition } from 'react-transition-group';
export default () => { const [open, setOpen] = useState(false); const ref = useRef(null); return <><h1>Transitions</h1><button type="button" onClick={() => setOpen(true)}>Open</button><CSSTransition nodeRef={ref} in={open} timeout={10} classNames="fade" unmountOnExit><p ref={ref}>It appears</p></CSSTransition></>; };`,
    {
      packages: { 'react-transition-group': '4.4.5' },
      shows: 'Transitions',
      use: click('Open', 'It appears'),
    },
  ),
  pageCase(
    'recharts',
    `import { Bar, BarChart, Tooltip, XAxis, YAxis } from 'recharts';
const data = [{ name: 'A', value: 3 }, { name: 'B', value: 5 }];
export default () => <><h1>Recharts</h1><BarChart width={300} height={200} data={data}><XAxis dataKey="name" /><YAxis /><Tooltip /><Bar dataKey="value" isAnimationActive={false} /></BarChart></>;`,
    {
      packages: { recharts: '3.11.1', 'react-is': '19.2.0' },
      shows: 'Recharts',
      use: (page) => page.locator('main .recharts-bar-rectangle').first().waitFor(),
    },
  ),
  pageCase(
    'visx',
    `import { Bar } from '@visx/shape';
import { scaleLinear } from 'd3-scale';
const y = scaleLinear().domain([0, 10]).range([0, 100]);
export default () => <><h1>Visx</h1><svg width="100" height="100"><Bar x={0} y={0} width={20} height={y(5)} /></svg></>;`,
    {
      packages: { '@visx/shape': '4.0.0', 'd3-scale': '4.0.3' },
      shows: 'Visx',
      use: (page) => page.locator('main rect[height="50"]').waitFor(),
    },
  ),
  pageCase(
    'chart-js',
    `import { BarElement, CategoryScale, Chart, LinearScale } from 'chart.js';
import { Bar } from 'react-chartjs-2';
Chart.register(BarElement, CategoryScale, LinearScale);
export default () => <><h1>Chart</h1><Bar data={{ labels: ['A'], datasets: [{ data: [3] }] }} /></>;`,
    {
      packages: { 'chart.js': '4.6.1', 'react-chartjs-2': '5.3.1' },
      shows: 'Chart',
      use: async (page) =>
        void (await page.waitForFunction(() => (document.querySelector('canvas')?.width ?? 0) > 100)),
    },
  ),
  pageCase(
    'mui',
    `import { Button, Dialog, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
export default () => { const [open, setOpen] = useState(false); return <><h1>MUI</h1><Button id="button" variant="contained" onClick={() => setOpen(true)}>Open</Button><TextField label="Name" /><Dialog open={open} onClose={() => setOpen(false)}><DialogTitle>The dialog</DialogTitle></Dialog></>; };`,
    {
      packages: { '@mui/material': '9.5.0', '@emotion/react': '11.14.0', '@emotion/styled': '11.14.1' },
      route: { styles: 'runtime' },
      shows: 'MUI',
      use: click('Open', 'The dialog'),
    },
  ),
  pageCase(
    'antd',
    `import { Button, Modal, message } from 'antd';
export default () => <><h1>Ant Design</h1><Button type="primary" onClick={() => message.success('It is saved')}>Save</Button><Button onClick={() => Modal.confirm({ title: 'Delete it?' })}>Delete</Button></>;`,
    {
      packages: { antd: '6.6.8' },
      route: { styles: 'runtime' },
      shows: 'Ant Design',
      // Its static methods create a root of their own.
      async use(page) {
        await click('Save', 'It is saved')(page);
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.locator('.ant-modal-confirm-title').waitFor();
      },
    },
  ),
  pageCase(
    'root',
    `import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
export default () => { const ref = useRef(null); useEffect(() => { const root = createRoot(ref.current); root.render(<p>A root of its own</p>); return () => root.unmount(); }, []); return <><h1>Roots</h1><div ref={ref} /></>; };`,
    {
      shows: 'Roots',
      use: (page) => page.getByText('A root of its own').waitFor(),
    },
  ),
  pageCase(
    'chakra',
    `import { Box, Button, ChakraProvider, defaultSystem } from '@chakra-ui/react';
export default () => <ChakraProvider value={defaultSystem}><h1>Chakra</h1><Box id="box" bg="red.500" p="4">Box</Box><Button>Press</Button></ChakraProvider>;`,
    {
      packages: { '@chakra-ui/react': '3.38.0', '@emotion/react': '11.14.0' },
      route: { styles: 'runtime' },
      shows: 'Chakra',
    },
  ),
  pageCase(
    'mantine',
    `import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Button, MantineProvider, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
const Part = () => { const [open, { toggle }] = useDisclosure(false); return <><Button onClick={toggle}>Open</Button><Modal opened={open} onClose={toggle} title="The dialog">Inside</Modal></>; };
export default () => <MantineProvider><h1>Mantine</h1><Part /></MantineProvider>;`,
    {
      packages: { '@mantine/core': '9.8.1', '@mantine/hooks': '9.8.1' },
      route: { styles: 'runtime' },
      shows: 'Mantine',
      use: click('Open', 'The dialog'),
    },
  ),
  pageCase(
    'bootstrap',
    `import 'bootstrap/dist/css/bootstrap.min.css';
import { Button, Modal } from 'react-bootstrap';
import { useState } from 'react';
export default () => { const [open, setOpen] = useState(false); return <><h1>Bootstrap</h1><Button id="button" variant="danger" onClick={() => setOpen(true)}>Open</Button><Modal show={open} onHide={() => setOpen(false)}><Modal.Header><Modal.Title>The dialog</Modal.Title></Modal.Header></Modal></>; };`,
    {
      packages: { bootstrap: '5.3.9', 'react-bootstrap': '2.10.10' },
      shows: 'Bootstrap',
      use: click('Open', 'The dialog'),
    },
  ),
  pageCase(
    'react-select',
    `import Select from 'react-select';
export default () => <><h1>Select</h1><Select instanceId="fruit" options={[{ value: 'a', label: 'Apple' }, { value: 'p', label: 'Pear' }]} placeholder="Choose" /></>;`,
    {
      packages: { 'react-select': '5.10.2' },
      route: { styles: 'runtime' },
      shows: 'Choose',
      async use(page) {
        await page.getByRole('combobox').press('ArrowDown');
        await page.getByRole('option', { name: 'Pear' }).click();
        await page.getByText('Pear', { exact: true }).waitFor();
      },
    },
  ),
  pageCase(
    'sonner',
    `import { Toaster, toast } from 'sonner';
export default () => <><h1>Sonner</h1><button type="button" onClick={() => toast('A toast')}>Toast</button><Toaster /></>;`,
    {
      packages: { sonner: '2.0.8' },
      route: { styles: 'runtime' },
      shows: 'Sonner',
      use: click('Toast', 'A toast'),
    },
  ),
  pageCase(
    'react-hot-toast',
    `import toast, { Toaster } from 'react-hot-toast';
export default () => <><h1>Hot toast</h1><button type="button" onClick={() => toast.success('A toast')}>Toast</button><Toaster /></>;`,
    {
      packages: { 'react-hot-toast': '2.6.1' },
      route: { styles: 'runtime' },
      shows: 'Hot toast',
      async use(page) {
        await page.getByRole('button', { name: 'Toast' }).click();
        // At the top of the window. A click fails where the header covers it.
        await page.getByText('A toast').click();
      },
    },
  ),
  pageCase(
    'react-toastify',
    `import { ToastContainer, toast } from 'react-toastify';
export default () => <><h1>Toastify</h1><button type="button" onClick={() => toast('A toast')}>Toast</button><ToastContainer /></>;`,
    {
      packages: { 'react-toastify': '11.2.0' },
      route: { styles: 'runtime' },
      shows: 'Toastify',
      use: click('Toast', 'A toast'),
    },
  ),
  pageCase(
    'vaul',
    `import { Drawer } from 'vaul';
export default () => <><h1>Vaul</h1><Drawer.Root><Drawer.Trigger>Open</Drawer.Trigger><Drawer.Portal><Drawer.Content><Drawer.Title>The drawer</Drawer.Title><Drawer.Description>About</Drawer.Description></Drawer.Content></Drawer.Portal></Drawer.Root></>;`,
    {
      packages: { vaul: '1.1.2' },
      route: { styles: 'runtime' },
      shows: 'Vaul',
      use: click('Open', 'The drawer'),
    },
  ),
  {
    name: 'styled-components',
    packages: { 'styled-components': '6.6.0' },
    files: {
      '/src/app.tsx': `import { useState } from 'react';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';
const Collected = ({ sheet }) => <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: sheet?.instance.toString() ?? '' }} />;
export default function App({ children }) {
  const [sheet] = useState(() => (typeof window === 'undefined' ? new ServerStyleSheet() : undefined));
  return <>{sheet ? <StyleSheetManager sheet={sheet.instance}>{children}</StyleSheetManager> : children}<Collected sheet={sheet} /></>;
}`,
      'page.tsx': `import styled, { createGlobalStyle } from 'styled-components';
import { useId, useState } from 'react';
const Global = createGlobalStyle\`body { word-spacing: 2px; }\`;
const Title = styled.h1\`color: rgb(1, 2, 3); padding-left: \${({ $wide }) => ($wide ? 20 : 10)}px;\`;
export default () => { const id = useId(); const [wide, setWide] = useState(false); return <><Global /><Title id="title" $wide={wide}>Styled</Title><label htmlFor={id}>Name</label><input id={id} /><button type="button" onClick={() => setWide(true)}>Wide</button></>; };`,
    },
    config: { app: './src/app.tsx', styles: 'runtime' },
    shows: 'Styled',
    async use(page) {
      const look = (): Promise<string[]> =>
        page.locator('#title').evaluate((title) => {
          const { color, wordSpacing, paddingLeft } = getComputedStyle(title);
          return [color, wordSpacing, paddingLeft];
        });
      const narrow = (await look()).join();
      await page.getByRole('button', { name: 'Wide' }).click();
      const wide = (await look()).join();
      if (narrow !== 'rgb(1, 2, 3),2px,10px' || wide !== 'rgb(1, 2, 3),2px,20px')
        throw new Error(`it looks like ${narrow}, then ${wide}`);
    },
  },
  {
    name: 'runtime-font-of-another-site',
    packages: { 'styled-components': '6.6.0' },
    files: {
      'page.tsx': `import { createGlobalStyle } from 'styled-components';
const Global = createGlobalStyle\`@font-face { font-family: Other; src: url('https://fonts.example/a.woff2'); }\`;
export default () => <><Global /><h1>Never shown</h1></>;`,
    },
    route: { styles: 'runtime' },
    refused:
      /requests https:\/\/fonts\.example\/a\.woff2, which its policy refuses for every app: font-src[^]*`fonts` of mfe/,
  },
  pageCase(
    'runtime-picture-of-another-site',
    `import { css } from '@emotion/css';
export default () => <h1 className={css({ backgroundImage: "image-set('https://photos.example/a.png' 1x)" })}>Never shown</h1>;`,
    {
      packages: { '@emotion/css': '11.13.5' },
      route: { styles: 'runtime' },
      refused: /requests https:\/\/photos\.example\/a\.png, which its policy refuses: img-src/,
    },
  ),
  pageCase(
    'react-modal',
    `import Modal from 'react-modal';
import { useState } from 'react';
export default () => { const [open, setOpen] = useState(false); return <><h1>Modal</h1><button type="button" onClick={() => setOpen(true)}>Open</button><Modal isOpen={open} ariaHideApp={false} contentLabel="Modal">The dialog</Modal></>; };`,
    { packages: { 'react-modal': '3.16.3' }, shows: 'Modal', use: click('Open', 'The dialog') },
  ),
  pageCase(
    'day-picker',
    `import 'react-day-picker/style.css';
import { DayPicker } from 'react-day-picker';
import { useState } from 'react';
export default () => { const [day, setDay] = useState(); return <><h1>Days</h1><DayPicker mode="single" defaultMonth={new Date(Date.UTC(2030, 0, 15))} today={new Date(Date.UTC(2030, 0, 1))} timeZone="UTC" selected={day} onSelect={setDay} /><p>Day {day?.getUTCDate() ?? 'none'}</p></>; };`,
    {
      packages: { 'react-day-picker': '10.0.2' },
      shows: 'Day none',
      async use(page) {
        await page.getByRole('button', { name: /January 15/ }).click();
        await page.getByText('Day 15').waitFor();
      },
    },
  ),
  pageCase(
    'swiper',
    `import 'swiper/css';
import { Swiper, SwiperSlide } from 'swiper/react';
export default () => <><h1>Swiper</h1><Swiper style={{ width: 300 }}><SwiperSlide>Slide 1</SwiperSlide><SwiperSlide>Slide 2</SwiperSlide></Swiper></>;`,
    { packages: { swiper: '14.4.0' }, shows: 'Slide 1' },
  ),
  pageCase(
    'leaflet',
    `import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
export default () => { const ref = useRef(null); useEffect(() => { let map; import('leaflet').then(({ default: L }) => { map = L.map(ref.current).setView([51, 0], 5); }); return () => map?.remove(); }, []); return <><h1>Leaflet</h1><div ref={ref} style={{ height: 200 }} /></>; };`,
    {
      packages: { leaflet: '1.9.4' },
      shows: 'Leaflet',
      async use(page) {
        await page.getByRole('button', { name: 'Zoom in' }).click();
        // Leaflet 1.9 has an error of its own, in every application, when a map is removed during a zoom.
        await page.locator('.leaflet-zoom-anim').waitFor({ state: 'detached' });
      },
    },
  ),
  pageCase(
    'tiptap',
    `import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
export default () => { const editor = useEditor({ extensions: [StarterKit], content: '<p>Editable</p>', immediatelyRender: false, injectCSS: false }); return <><h1>Tiptap</h1><EditorContent editor={editor} /></>; };`,
    {
      packages: { '@tiptap/react': '3.35.0', '@tiptap/pm': '3.35.0', '@tiptap/starter-kit': '3.35.0' },
      shows: 'Tiptap',
      async use(page) {
        await page.getByText('Editable').click();
        await page.keyboard.type('more ');
        await page.getByText('more').waitFor();
      },
    },
  ),
];

/** Stylesheets of a whole app, in apps of their own. */
const OWN_APP = new Set(['bootstrap', 'mantine', 'styled-components']);

/** Packages that bring or make styles: components, toasts, motion, charts. */
export const styleLibraries: Case[] = libraries.map((one) => ({
  ...one,
  app: OWN_APP.has(one.name) ? one.name : 'styled',
}));
