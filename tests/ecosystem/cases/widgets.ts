import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

const found =
  (selector: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).first().waitFor();

const attached =
  (selector: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).first().waitFor({ state: 'attached' });

/** Clicks a button by its name, and waits for a text. */
const click =
  (button: string, text: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByText(text).first().waitFor();
  };

const RUNTIME: Partial<Case> = { route: { styles: 'runtime' } };

/** @returns a page whose effect gets an element and returns how to undo its work */
const effectPage = (imports: string, title: string, element: string, effect: string): string => `${imports}
import { useEffect, useRef, useState } from 'react';
export default () => {
  const place = useRef(null);
  const [state, set] = useState('none');
  useEffect(() => {
    ${effect}
  }, []);
  return <><h1>${title}</h1>${element}<p>State {state}</p></>;
};`;

/** Players, maps, editors, galleries, and further components and ways of styling. */
export const widgets: Case[] = [
  pageCase(
    'maplibre',
    effectPage(
      `import * as maplibregl from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
maplibregl.setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href);`,
      'Map',
      '<div id="map" ref={place} style={{ width: 200, height: 100 }} />',
      `let map;
    try {
      map = new maplibregl.Map({ container: place.current, style: { version: 8, sources: {}, layers: [] } });
      set('made');
    } catch (error) { set('failed ' + error.message); }
    return () => map?.remove();`,
    ),
    {
      packages: { 'maplibre-gl': '6.17.0' },
      route: { styles: 'runtime', csp: { 'worker-src': ['blob:'] } },
      shows: 'Map',
      use: (page) => page.getByText(/State (made|failed)/).waitFor(),
    },
  ),
  pageCase(
    'data-grid',
    `import { DataGrid } from '@mui/x-data-grid';
const rows = [{ id: 1, name: 'First' }, { id: 2, name: 'Second' }];
export default () => <><h1>Data grid</h1><div style={{ height: 300, width: 400 }}>
  <DataGrid rows={rows} columns={[{ field: 'id' }, { field: 'name', width: 150 }]} /></div></>;`,
    {
      packages: {
        '@mui/x-data-grid': '9.17.0',
        '@mui/material': '9.5.0',
        '@emotion/react': '11.14.0',
        '@emotion/styled': '11.14.1',
      },
      ...RUNTIME,
      shows: 'Data grid',
      use: (page) => page.getByText('Second').first().waitFor(),
    },
  ),
  pageCase(
    'pdf-viewer',
    `import { lazy, Suspense, useEffect, useState } from 'react';
const Viewer = lazy(async () => {
  const { Document, pdfjs } = await import('react-pdf');
  pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).toString();
  return { default: () => <Document file={null} noData="No file yet" /> };
});
export default () => {
  const [shown, show] = useState(false);
  useEffect(() => show(true), []);
  return <><h1>Viewer</h1>{shown && <Suspense fallback="Loading"><Viewer /></Suspense>}</>;
};`,
    {
      packages: { 'react-pdf': '11.0.0' },
      shows: 'Viewer',
      use: (page) => page.getByText('No file yet').waitFor(),
    },
  ),
  pageCase(
    'fiber',
    `import { lazy, Suspense, useState } from 'react';
const Scene = lazy(() => import('@react-three/fiber').then(({ Canvas }) => ({ default: () => <Canvas><mesh><boxGeometry /></mesh></Canvas> })));
export default () => {
  const [shown, show] = useState(false);
  return <><h1>Scene</h1><button type="button" onClick={() => show(true)}>Draw</button><div id="scene" style={{ height: 100 }}>{shown && <Suspense fallback={null}><Scene /></Suspense>}</div></>;
};`,
    {
      packages: { three: '0.187.0', '@react-three/fiber': '9.8.2' },
      ...RUNTIME,
      shows: 'Scene',
      async use(page) {
        await page.getByRole('button', { name: 'Draw' }).click();
        await page.locator('#scene canvas').waitFor({ state: 'attached' });
      },
    },
  ),
  pageCase(
    'firebase',
    `import { initializeApp } from 'firebase/app';
import { getAuth, onAuthStateChanged } from 'firebase/auth';
import { useEffect, useState } from 'react';
const app = initializeApp({ apiKey: 'public', authDomain: 'data.example', projectId: 'site' });
export default () => {
  const [state, set] = useState('none');
  useEffect(() => onAuthStateChanged(getAuth(app), (user) => set(user ? 'signed in' : 'anonymous')), []);
  return <><h1>Fire</h1><p>Visitor {state}</p></>;
};`,
    {
      packages: { firebase: '13.2.0' },
      shows: 'Fire',
      use: (page) => page.getByText('Visitor anonymous').waitFor(),
    },
  ),
  pageCase(
    'mixpanel',
    effectPage(
      `import mixpanel from 'mixpanel-browser';`,
      'Mixpanel',
      '<div ref={place} />',
      `mixpanel.init('token', { opt_out_tracking_by_default: true, api_host: 'https://events.example' });
    set(mixpanel.has_opted_out_tracking() ? 'silent' : 'tracking');`,
    ),
    {
      packages: { 'mixpanel-browser': '2.83.0' },
      shows: 'Mixpanel',
      use: (page) => page.getByText('State silent').waitFor(),
    },
  ),
  pageCase(
    'antd-mobile',
    `import { Button, Popup } from 'antd-mobile';
import { useState } from 'react';
export default () => {
  const [open, set] = useState(false);
  return <><h1>Mobile</h1><Button onClick={() => set(true)}>Open</Button><Popup visible={open} onMaskClick={() => set(false)}>Inside</Popup></>;
};`,
    { packages: { 'antd-mobile': '5.43.0' }, shows: 'Mobile', use: click('Open', 'Inside') },
  ),
  pageCase(
    'semantic-ui',
    `import 'semantic-ui-css/components/button.min.css';
import { Button, Modal } from 'semantic-ui-react';
export default () => <><h1>Semantic</h1><Modal trigger={<Button>Open</Button>} header="Inside" content="Text" /></>;`,
    {
      packages: { 'semantic-ui-react': '2.1.5', 'semantic-ui-css': '2.5.0' },
      refused: /findDOMNode is not a function by the package @fluentui/,
    },
  ),
  pageCase(
    'flowbite',
    `import { Button, Modal, ModalHeader } from 'flowbite-react';
import { useState } from 'react';
export default () => {
  const [open, set] = useState(false);
  return <><h1>Flowbite</h1><Button onClick={() => set(true)}>Open</Button>
    <Modal show={open} onClose={() => set(false)}><ModalHeader>Inside</ModalHeader></Modal></>;
};`,
    { packages: { 'flowbite-react': '0.12.17' }, shows: 'Flowbite', use: click('Open', 'Inside') },
  ),
  pageCase(
    'react-cookie',
    `import { CookiesProvider, useCookies } from 'react-cookie';
const Choice = () => {
  const [{ choice }, set] = useCookies(['choice']);
  return <button type="button" onClick={() => set('choice', 'made', { path: '/' })}>Choice {choice ?? 'open'}</button>;
};
export default () => <CookiesProvider><h1>Cookies</h1><Choice /></CookiesProvider>;`,
    {
      packages: { 'react-cookie': '8.1.2' },
      shows: 'Cookies',
      async use(page) {
        await page.context().clearCookies();
        await page.getByRole('button', { name: /Choice/ }).click();
        await page.getByText('Choice made').waitFor();
        await page.context().clearCookies();
      },
    },
  ),
  pageCase(
    'md-editor',
    `import { lazy, Suspense, useState } from 'react';
const Editor = lazy(() => import('@uiw/react-md-editor'));
export default () => {
  const [text, set] = useState('# Written');
  const [shown, show] = useState(false);
  return <><h1>Writing</h1><button type="button" onClick={() => show(true)}>Write</button>
    {shown && <Suspense fallback="Loading"><Editor value={text} onChange={set} /></Suspense>}</>;
};`,
    {
      packages: { '@uiw/react-md-editor': '4.1.2' },
      ...RUNTIME,
      shows: 'Writing',
      async use(page) {
        await page.getByRole('button', { name: 'Write', exact: true }).click();
        await page.locator('.w-md-editor h1').waitFor();
      },
    },
  ),
  pageCase(
    'instantsearch',
    `import { InstantSearch, SearchBox, Hits } from 'react-instantsearch';
const client = { search: async (requests) => ({ results: requests.map(({ indexName }) => ({
  index: indexName, hits: [{ objectID: '1', name: 'Found one' }], nbHits: 1, page: 0, nbPages: 1, hitsPerPage: 1,
  processingTimeMS: 1, query: '', params: '', exhaustiveNbHits: true })) }) };
export default () => <><h1>Search</h1><InstantSearch searchClient={client} indexName="notes"><SearchBox />
  <Hits hitComponent={({ hit }) => <p>{hit.name}</p>} /></InstantSearch></>;`,
    {
      packages: { 'react-instantsearch': '7.50.1', algoliasearch: '5.65.0' },
      shows: 'Search',
      use: (page) => page.getByText('Found one').first().waitFor(),
    },
  ),
  pageCase(
    'auto-animate',
    `import { useAutoAnimate } from '@formkit/auto-animate/react';
import { useState } from 'react';
export default () => {
  const [list] = useAutoAnimate();
  const [items, set] = useState(['a']);
  return <><h1>Moves</h1><button type="button" onClick={() => set([...items, 'b'])}>Add</button>
    <ul ref={list}>{items.map((item) => <li key={item}>Item {item}</li>)}</ul></>;
};`,
    {
      packages: { '@formkit/auto-animate': '0.10.0' },
      ...RUNTIME,
      shows: 'Moves',
      use: click('Add', 'Item b'),
    },
  ),
  pageCase(
    'animejs',
    effectPage(
      `import { animate } from 'animejs';`,
      'Anime',
      '<div id="moved" ref={place}>moved</div>',
      `animate(place.current, { translateX: 50, duration: 50, onComplete: () => set('moved') });`,
    ),
    {
      packages: { animejs: '4.5.0' },
      shows: 'Anime',
      use: (page) => page.getByText('State moved').waitFor(),
    },
  ),
  pageCase(
    'lenis',
    `import { ReactLenis } from 'lenis/react';
import 'lenis/dist/lenis.css';
export default () => <ReactLenis><h1>Smooth</h1><p>Text</p></ReactLenis>;`,
    { packages: { lenis: '1.3.27' }, shows: 'Smooth' },
  ),
  pageCase(
    'aos',
    effectPage(
      `import AOS from 'aos';
import 'aos/dist/aos.css';`,
      'Fades',
      '<div data-aos="fade-up" ref={place}>Faded in</div>',
      `AOS.init({ duration: 50 }); set('begun');`,
    ),
    { packages: { aos: '2.3.4' }, shows: 'Fades', use: attached('.aos-animate') },
  ),
  pageCase(
    'splide',
    `import { Splide, SplideSlide } from '@splidejs/react-splide';
import '@splidejs/react-splide/css';
export default () => <><h1>Splide</h1><Splide aria-label="Slides"><SplideSlide>First slide</SplideSlide><SplideSlide>Second slide</SplideSlide></Splide></>;`,
    {
      packages: { '@splidejs/react-splide': '0.7.12' },
      ...RUNTIME,
      shows: 'Splide',
      use: found('.splide.is-active'),
    },
  ),
  pageCase(
    'lightbox',
    `import { useState } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import 'yet-another-react-lightbox/styles.css';
export default () => {
  const [open, set] = useState(false);
  return <><h1>Pictures</h1><button type="button" onClick={() => set(true)}>Open</button>
    <Lightbox open={open} close={() => set(false)} slides={[{ src: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' }]} /></>;
};`,
    {
      packages: { 'yet-another-react-lightbox': '3.32.2' },
      shows: 'Pictures',
      async use(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.locator('.yarl__portal').first().waitFor();
      },
    },
  ),
  pageCase(
    'zoom-pan',
    `import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
export default () => <><h1>Zoom</h1><TransformWrapper>{({ zoomIn }) => <><button type="button" onClick={() => zoomIn()}>Nearer</button>
  <TransformComponent><p>Content</p></TransformComponent></>}</TransformWrapper></>;`,
    {
      packages: { 'react-zoom-pan-pinch': '4.2.0' },
      ...RUNTIME,
      shows: 'Zoom',
      use: click('Nearer', 'Content'),
    },
  ),
  pageCase(
    'wavesurfer',
    effectPage(
      `import WaveSurfer from 'wavesurfer.js';`,
      'Waves',
      '<div id="waves" ref={place} />',
      `const waves = WaveSurfer.create({ container: place.current, peaks: [[0, 0.5, 1]], duration: 1 });
    set('made');
    return () => waves.destroy();`,
    ),
    {
      packages: { 'wavesurfer.js': '8.0.1' },
      ...RUNTIME,
      shows: 'Waves',
      use: (page) => page.getByText('State made').waitFor(),
    },
  ),
  pageCase(
    'howler',
    `import { Howl } from 'howler';
import { useState } from 'react';
export default () => {
  const [state, set] = useState('silent');
  return <><h1>Sound</h1><button type="button" onClick={() => set(new Howl({ src: ['/a.mp3'], preload: false }).state())}>Load</button><p>Sound is {state}</p></>;
};`,
    { packages: { howler: '2.2.4' }, shows: 'Sound', use: click('Load', 'Sound is unloaded') },
  ),
  pageCase(
    'hls',
    effectPage(
      `import Hls from 'hls.js';`,
      'Stream',
      '<video ref={place} />',
      `set(Hls.isSupported() ? 'supported' : 'unsupported');`,
    ),
    {
      packages: { 'hls.js': '1.7.4' },
      shows: 'Stream',
      use: (page) => page.getByText(/State (un)?supported/).waitFor(),
    },
  ),
  pageCase(
    'video-js',
    effectPage(
      `import videojs from 'video.js';
import 'video.js/dist/video-js.css';`,
      'Film',
      '<div data-vjs-player><video className="video-js" ref={place} /></div>',
      `const player = videojs(place.current, { controls: true });
    player.ready(() => set('ready'));`,
    ),
    {
      packages: { 'video.js': '8.24.1' },
      ...RUNTIME,
      shows: 'Film',
      use: (page) => page.getByText('State ready').waitFor(),
    },
  ),
  pageCase(
    'phone-number',
    `import { useState } from 'react';
import PhoneInput from 'react-phone-number-input';
import 'react-phone-number-input/style.css';
export default () => {
  const [value, set] = useState('+12133734253');
  return <><h1>Phone</h1><PhoneInput value={value} onChange={set} aria-label="Number" /></>;
};`,
    {
      packages: { 'react-phone-number-input': '3.4.18' },
      route: { csp: { 'img-src': ['https://purecatamphetamine.github.io'] } },
      scripts: { 'https://purecatamphetamine.github.io/**': '<svg xmlns="http://www.w3.org/2000/svg" />' },
      shows: 'Phone',
      use: found('.PhoneInputInput'),
    },
  ),
  pageCase(
    'imask',
    `import { IMaskInput } from 'react-imask';
import { useState } from 'react';
export default () => {
  const [value, set] = useState('');
  return <><h1>Mask</h1><IMaskInput mask="00-00" aria-label="Code" onAccept={set} /><p>Code {value}</p></>;
};`,
    {
      packages: { 'react-imask': '7.6.1' },
      shows: 'Mask',
      async use(page) {
        await page.getByLabel('Code').pressSequentially('1234');
        await page.getByText('Code 12-34').waitFor();
      },
    },
  ),
  pageCase(
    'react-calendar',
    `import { useState } from 'react';
import Calendar from 'react-calendar';
import 'react-calendar/dist/Calendar.css';
const DAY = new Date(2026, 4, 4);
export default () => {
  const [day, set] = useState(DAY);
  return <><h1>Calendar</h1><Calendar value={day} onChange={set} defaultActiveStartDate={DAY} locale="en-GB" /><p>Day {day.getDate()}</p></>;
};`,
    { packages: { 'react-calendar': '6.0.1' }, shows: 'Calendar', use: click('20 May 2026', 'Day 20') },
  ),
  pageCase(
    'rc-slider',
    `import Slider from 'rc-slider';
import 'rc-slider/assets/index.css';
export default () => <><h1>Slider</h1><Slider defaultValue={30} ariaLabelForHandle="Value" /></>;`,
    { packages: { 'rc-slider': '11.1.9' }, shows: 'Slider', use: found('.rc-slider-handle') },
  ),
  pageCase(
    'draggable',
    `import { useRef } from 'react';
import Draggable from 'react-draggable';
export default () => {
  const node = useRef(null);
  return <><h1>Drag</h1><Draggable nodeRef={node}><div ref={node} id="drag">Move me</div></Draggable></>;
};`,
    {
      packages: { 'react-draggable': '4.7.2' },
      ...RUNTIME,
      shows: 'Drag',
      use: found('#drag.react-draggable'),
    },
  ),
  pageCase(
    'handlebars',
    `import Handlebars from 'handlebars/dist/handlebars.js';
const hello = Handlebars.compile('Hello {{name}}');
export default () => <h1>{hello({ name: 'reader' })}</h1>;`,
    { packages: { handlebars: '4.7.10' }, refused: /handlebars/ },
  ),
  pageCase(
    'polished',
    `import { darken, rgba } from 'polished';
export default () => <h1 style={{ color: darken(0.2, '#00ff00'), background: rgba('#000', 0.1) }}>Polished</h1>;`,
    { packages: { polished: '4.3.1' }, shows: 'Polished' },
  ),
  pageCase(
    'theme-ui',
    `import { Box, ThemeUIProvider } from 'theme-ui';
export default () => <ThemeUIProvider theme={{ colors: { primary: 'rgb(1, 2, 3)' } }}><h1>Themed</h1><Box id="box" sx={{ color: 'primary' }}>Box</Box></ThemeUIProvider>;`,
    {
      packages: { 'theme-ui': '0.17.4', '@emotion/react': '11.14.0', '@theme-ui/match-media': '0.17.4' },
      ...RUNTIME,
      shows: 'Themed',
      use: (page) =>
        page
          .waitForFunction(() => getComputedStyle(document.querySelector('#box')!).color === 'rgb(1, 2, 3)')
          .then(() => undefined),
    },
  ),
  pageCase(
    'stitches',
    `import { createStitches } from '@stitches/react';
const { styled } = createStitches({ prefix: 'st' });
const Box = styled('div', { color: 'rgb(1, 2, 3)' });
export default () => <><h1>Stitches</h1><Box id="box">Box</Box></>;`,
    {
      packages: { '@stitches/react': '1.2.8' },
      ...RUNTIME,
      shows: 'Stitches',
      use: (page) =>
        page
          .waitForFunction(() => getComputedStyle(document.querySelector('#box')!).color === 'rgb(1, 2, 3)')
          .then(() => undefined),
    },
  ),
  pageCase(
    'griffel',
    `import { makeStyles } from '@griffel/react';
const useStyles = makeStyles({ root: { color: 'rgb(1, 2, 3)' } });
export default () => { const styles = useStyles(); return <><h1>Griffel</h1><div id="box" className={styles.root}>Box</div></>; };`,
    {
      packages: { '@griffel/react': '1.7.8' },
      ...RUNTIME,
      shows: 'Griffel',
      use: (page) =>
        page
          .waitForFunction(() => getComputedStyle(document.querySelector('#box')!).color === 'rgb(1, 2, 3)')
          .then(() => undefined),
    },
  ),
  pageCase(
    'react-scroll',
    `import { Element, Link } from 'react-scroll';
export default () => <><h1>Scrolling</h1><Link to="end" smooth duration={50}>Down</Link><div style={{ height: 2000 }} /><Element name="end">The end</Element></>;`,
    { packages: { 'react-scroll': '1.9.3' }, shows: 'Scrolling', use: found('a:has-text("Down")') },
  ),
  pageCase(
    'turf',
    `import { distance, point } from '@turf/turf';
export default () => <h1>{Math.round(distance(point([0, 0]), point([0, 1])))} km</h1>;`,
    { packages: { '@turf/turf': '7.4.0' }, shows: '111 km' },
  ),
  pageCase(
    'superjson',
    `import superjson from 'superjson';
export default () => <h1>{superjson.parse(superjson.stringify({ at: new Date(0) })).at.getUTCFullYear()} parsed</h1>;`,
    { packages: { superjson: '2.2.7' }, shows: '1970 parsed' },
  ),
  pageCase(
    'localforage',
    effectPage(
      `import localforage from 'localforage';`,
      'Kept',
      '<div ref={place} />',
      `localforage.setItem('a', 1).then(() => localforage.getItem('a')).then((value) => set('kept ' + value));`,
    ),
    {
      packages: { localforage: '1.10.0' },
      shows: 'Kept',
      use: (page) => page.getByText('State kept 1').waitFor(),
    },
  ),
  pageCase(
    'react-share',
    `import { EmailShareButton, LinkedinIcon, LinkedinShareButton } from 'react-share';
export default () => <><h1>Share</h1><LinkedinShareButton url="https://site.example/"><LinkedinIcon size={32} /></LinkedinShareButton><EmailShareButton url="https://site.example/">Mail</EmailShareButton></>;`,
    { packages: { 'react-share': '5.3.0' }, shows: 'Share', use: found('button svg') },
  ),
  pageCase(
    'react-countup',
    `import CountUp from 'react-countup';
export default () => <><h1>Counting</h1><p>Up to <CountUp end={42} duration={0.1} /></p></>;`,
    {
      packages: { 'react-countup': '6.5.3' },
      shows: 'Counting',
      use: (page) => page.getByText('Up to 42').waitFor(),
    },
  ),
];
