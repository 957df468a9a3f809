import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';
import { looks } from '../computed-style.ts';

const found =
  (selector: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).first().waitFor();

/** Clicks a button by its name, and waits for a text. */
const click =
  (button: string, text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByText(text).first().waitFor();
  };

/** Types into the editor of a page, and waits for a text that shows what it holds. */
const types = (editor: string, text: string, shows: string) => async (page: Page) => {
  await page.locator(editor).click();
  await page.keyboard.type(text);
  await page.getByText(shows).first().waitFor();
};

const editors: Case[] = [
  pageCase(
    'lexical',
    `import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { $getRoot } from 'lexical';
import { useState } from 'react';
const config = { namespace: 'notes', onError(error) { throw error; } };
export default () => {
  const [text, set] = useState('');
  return <><h1>Lexical</h1><LexicalComposer initialConfig={config}>
    <RichTextPlugin contentEditable={<ContentEditable id="editor" />} ErrorBoundary={LexicalErrorBoundary} />
    <HistoryPlugin />
    <OnChangePlugin onChange={(state) => state.read(() => set($getRoot().getTextContent()))} />
  </LexicalComposer><p>{text.length} letters</p></>;
};`,
    {
      packages: { lexical: '0.52.0', '@lexical/react': '0.52.0' },
      shows: 'Lexical',
      use: types('#editor', 'abc', '3 letters'),
    },
  ),
  pageCase(
    'quill',
    `import { useEffect, useRef, useState } from 'react';
export default () => {
  const place = useRef(null);
  const [text, set] = useState('');
  useEffect(() => {
    const { current } = place;
    import('quill').then(({ default: Quill }) => {
      const quill = new Quill(current.appendChild(document.createElement('div')));
      quill.on('text-change', () => set(quill.getText().trim()));
    });
    return () => current.replaceChildren();
  }, []);
  return <><h1>Quill</h1><div ref={place} /><p>{text.length} letters</p></>;
};`,
    { packages: { quill: '2.0.3' }, shows: 'Quill', use: types('.ql-editor', 'abc', '3 letters') },
  ),
  pageCase(
    'quill-at-once',
    `import Quill from 'quill';
export default () => <h1>{Quill.version}</h1>;`,
    {
      packages: { quill: '2.0.3' },
      refused: /document is not defined[^]*"?quill"?[^]*src\/quill-at-once\/page\.tsx[^]*lazy\(\)/,
    },
  ),
  pageCase(
    'codemirror-6',
    `import { javascript } from '@codemirror/lang-javascript';
import { EditorView, basicSetup } from 'codemirror';
import { useEffect, useRef, useState } from 'react';
export default () => {
  const place = useRef(null);
  const [length, set] = useState(0);
  useEffect(() => {
    const changes = EditorView.updateListener.of(({ state }) => set(state.doc.length));
    const view = new EditorView({ parent: place.current, extensions: [basicSetup, javascript(), changes] });
    return () => view.destroy();
  }, []);
  return <><h1>CodeMirror 6</h1><div ref={place} /><p>{length} letters</p></>;
};`,
    {
      packages: { codemirror: '6.0.2', '@codemirror/lang-javascript': '6.2.5' },
      route: { styles: 'runtime' },
      shows: 'CodeMirror 6',
      use: types('.cm-content', 'abc', '3 letters'),
    },
  ),
  pageCase(
    'slate',
    `import { useState } from 'react';
import { createEditor } from 'slate';
import { Editable, Slate, withReact } from 'slate-react';
export default () => {
  const [editor] = useState(() => withReact(createEditor()));
  const [text, set] = useState('One');
  return <><h1>Slate</h1><Slate editor={editor} initialValue={[{ type: 'paragraph', children: [{ text: 'One' }] }]} onChange={([{ children }]) => set(children[0].text)}><Editable id="editor" /></Slate><p>{text.length} letters</p></>;
};`,
    {
      packages: { slate: '0.146.0', 'slate-react': '0.146.1', 'slate-dom': '0.146.0' },
      shows: 'Slate',
      use: types('#editor', 'abc', '6 letters'),
    },
  ),
];

const texts: Case[] = [
  pageCase(
    'prism',
    `import Prism from 'prismjs';
import { Highlight } from 'prism-react-renderer';
const html = Prism.highlight('const a = 1;', Prism.languages.javascript, 'javascript');
export default () => <><h1>Prism</h1><pre id="prism" dangerouslySetInnerHTML={{ __html: html }} />
  <Highlight code="const b = 2;" language="js">{({ tokens, getTokenProps }) => <pre>{tokens.map((line, i) => <div key={i}>{line.map((token, key) => <span key={key} {...getTokenProps({ token })} />)}</div>)}</pre>}</Highlight></>;`,
    {
      packages: { prismjs: '1.30.0', 'prism-react-renderer': '2.4.1' },
      shows: 'const b = 2;',
      use: found('#prism .token.keyword'),
    },
  ),
  pageCase(
    'isomorphic-dompurify',
    `import { sanitize } from 'isomorphic-dompurify';
export default () => <div dangerouslySetInnerHTML={{ __html: sanitize('<b>kept</b>') }} />;`,
    { packages: { 'isomorphic-dompurify': '4.6.0' }, refused: /isomorphic-dompurify|jsdom/ },
  ),
  pageCase(
    'katex',
    `import 'katex/dist/katex.min.css';
import katex from 'katex';
export default () => <><h1>KaTeX</h1><p dangerouslySetInnerHTML={{ __html: katex.renderToString('a^2') }} /></>;`,
    { packages: { katex: '0.19.1' }, shows: 'KaTeX', use: found('.katex-html') },
  ),
  pageCase(
    'calculations',
    `import { evaluate } from 'mathjs';
import { parsePhoneNumber } from 'libphonenumber-js';
import Papa from 'papaparse';
const shown = [evaluate('2 * (3 + 4)'), parsePhoneNumber('+4930123456').country, Papa.parse('a,b').data[0].join('+')];
export default () => <h1>{shown.join(' ')}</h1>;`,
    {
      packages: { mathjs: '15.2.0', 'libphonenumber-js': '1.13.16', papaparse: '5.7.1' },
      shows: '14 DE a+b',
    },
  ),
  pageCase(
    'pdf',
    `import { useEffect, useState } from 'react';
const text = '%PDF-1.4\\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 50]>>endobj\\ntrailer<</Root 1 0 R>>';
export default () => {
  const [width, set] = useState('unknown');
  useEffect(() => {
    const load = async () => {
      const pdf = await import('pdfjs-dist');
      pdf.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.mjs', import.meta.url).href;
      const document = await pdf.getDocument({ data: new TextEncoder().encode(text) }).promise;
      set((await document.getPage(1)).getViewport({ scale: 1 }).width);
    };
    load();
  }, []);
  return <><h1>PDF</h1><p>Width {width}</p></>;
};`,
    {
      packages: { 'pdfjs-dist': '6.5.438' },
      shows: 'PDF',
      use: (page) => page.getByText('Width 99').waitFor(),
    },
  ),
];

const elements: Case[] = [
  pageCase(
    'framer-motion',
    `import { motion, useScroll } from 'framer-motion';
export default () => { const { scrollYProgress } = useScroll(); return <><motion.h1 initial={{ opacity: 0 }} animate={{ opacity: 1 }}>Framer</motion.h1><motion.div style={{ scaleX: scrollYProgress }} /><motion.div layout drag="x" id="drag">Drag</motion.div></>; };`,
    {
      packages: { 'framer-motion': '14.14.0' },
      shows: 'Framer',
      use: async (page) =>
        void (await page.waitForFunction(
          () => getComputedStyle(document.querySelector('main h1')!).opacity === '1',
        )),
    },
  ),
  pageCase(
    'ariakit',
    `import * as Ariakit from '@ariakit/react';
export default () => { const dialog = Ariakit.useDialogStore(); return <><h1>Ariakit</h1><Ariakit.Button onClick={dialog.show}>Open</Ariakit.Button><Ariakit.Dialog store={dialog}><Ariakit.DialogHeading>The dialog</Ariakit.DialogHeading></Ariakit.Dialog><Ariakit.TooltipProvider><Ariakit.TooltipAnchor>Anchor</Ariakit.TooltipAnchor><Ariakit.Tooltip>Tip</Ariakit.Tooltip></Ariakit.TooltipProvider></>; };`,
    { packages: { '@ariakit/react': '0.4.40' }, shows: 'Ariakit', use: click('Open', 'The dialog') },
  ),
  pageCase(
    'keen-slider',
    `import 'keen-slider/keen-slider.min.css';
import { useKeenSlider } from 'keen-slider/react';
import { useState } from 'react';
export default () => { const [at, set] = useState(0); const [ref, slider] = useKeenSlider({ slideChanged: ({ track }) => set(track.details.rel) }); return <><h1>Keen</h1><div ref={ref} className="keen-slider"><p className="keen-slider__slide">Slide 1</p><p className="keen-slider__slide">Slide 2</p></div><button type="button" onClick={() => slider.current.next()}>Next</button><p>At {at}</p></>; };`,
    { packages: { 'keen-slider': '6.8.6' }, shows: 'At 0', use: click('Next', 'At 1') },
  ),
  pageCase(
    'react-slick',
    `import 'slick-carousel/slick/slick.css';
import Slider from 'react-slick';
export default () => <><h1>Slick</h1><Slider infinite={false}><p>Slide 1</p><p>Slide 2</p></Slider></>;`,
    { packages: { 'react-slick': '0.31.0', 'slick-carousel': '1.8.1' }, shows: 'Slide 1' },
  ),
  pageCase(
    'lottie',
    `import Lottie from 'lottie-react';
const animation = { v: '5.5.7', fr: 30, ip: 0, op: 30, w: 50, h: 50, assets: [], layers: [{ ty: 4, ind: 1, ip: 0, op: 30, st: 0, ks: { o: { a: 0, k: 100 }, p: { a: 0, k: [25, 25] }, a: { a: 0, k: [0, 0] }, s: { a: 0, k: [100, 100] }, r: { a: 0, k: 0 } }, shapes: [{ ty: 'gr', it: [{ ty: 'rc', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [20, 20] }, r: { a: 0, k: 0 } }, { ty: 'fl', c: { a: 0, k: [1, 0, 0, 1] }, o: { a: 0, k: 100 } }, { ty: 'tr', p: { a: 0, k: [0, 0] }, a: { a: 0, k: [0, 0] }, s: { a: 0, k: [100, 100] }, r: { a: 0, k: 0 }, o: { a: 0, k: 100 } }] }] }] };
export default () => <><h1>Lottie</h1><Lottie animationData={animation} loop={false} /></>;`,
    { packages: { 'lottie-react': '2.4.1' }, shows: 'Lottie', use: found('main svg path') },
  ),
  pageCase(
    'icons',
    `import { IconHome } from '@tabler/icons-react';
import { BeakerIcon } from '@heroicons/react/24/solid';
export default () => <><h1>Icons</h1><IconHome aria-label="Home" /><BeakerIcon width={20} aria-label="Beaker" /></>;`,
    {
      packages: { '@tabler/icons-react': '3.52.0', '@heroicons/react': '2.2.0' },
      shows: 'Icons',
      use: found('[aria-label="Beaker"]'),
    },
  ),
  pageCase(
    'drag',
    `import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import { DndProvider, useDrag } from 'react-dnd';
import { HTML5Backend } from 'react-dnd-html5-backend';
const Part = () => { const [, ref] = useDrag(() => ({ type: 'part' })); return <p ref={ref}>Dragged</p>; };
export default () => <><h1>Drag</h1><DndProvider backend={HTML5Backend}><Part /></DndProvider><DragDropContext onDragEnd={() => {}}><Droppable droppableId="list">{({ innerRef, droppableProps, placeholder }) => <ul ref={innerRef} {...droppableProps}><Draggable draggableId="a" index={0}>{({ innerRef, draggableProps, dragHandleProps }) => <li ref={innerRef} {...draggableProps} {...dragHandleProps}>Item a</li>}</Draggable>{placeholder}</ul>}</Droppable></DragDropContext></>;`,
    {
      packages: { '@hello-pangea/dnd': '18.0.1', 'react-dnd': '16.0.1', 'react-dnd-html5-backend': '16.0.1' },
      route: { styles: 'runtime' },
      shows: 'Item a',
    },
  ),
  pageCase(
    'calendars',
    `import 'react-big-calendar/lib/css/react-big-calendar.css';
import { format, getDay, parse, startOfWeek } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { Calendar, dateFnsLocalizer } from 'react-big-calendar';
const localizer = dateFnsLocalizer({ format, parse, startOfWeek, getDay, locales: { 'en-US': enUS } });
export default () => <><h1>Calendar</h1><Calendar localizer={localizer} culture="en-US" date={new Date(2030, 0, 15)} getNow={() => new Date(2030, 0, 15)} onNavigate={() => {}} view="month" onView={() => {}} events={[{ title: 'Meeting', start: new Date(2030, 0, 16), end: new Date(2030, 0, 16) }]} style={{ height: 400 }} /></>;`,
    {
      packages: { 'react-big-calendar': '1.20.0', 'date-fns': '4.4.0' },
      shows: 'Calendar',
      use: (page) => page.getByText('Meeting').first().waitFor(),
    },
  ),
  pageCase(
    'small-elements',
    `import { OTPInput } from 'input-otp';
import Skeleton from 'react-loading-skeleton';
import { Tooltip } from 'react-tooltip';
import { useUnit } from 'effector-react';
import { createEvent, createStore } from 'effector';
const add = createEvent();
const $count = createStore(0).on(add, (count) => count + 1);
export default () => { const [count, added] = useUnit([$count, add]); return <><h1>Small</h1><OTPInput maxLength={4} aria-label="Code" render={({ slots }) => <p>{slots.map(({ char }, i) => <b key={i}>{char ?? '-'}</b>)}</p>} /><Skeleton /><a data-tooltip-id="tip" data-tooltip-content="A tip">Tip</a><Tooltip id="tip" /><button type="button" onClick={() => added()}>Add</button><p>Count {count}</p></>; };`,
    {
      packages: {
        'input-otp': '1.5.0',
        'react-loading-skeleton': '3.5.0',
        'react-tooltip': '6.0.9',
        effector: '23.4.4',
        'effector-react': '23.3.0',
      },
      route: { styles: 'runtime' },
      shows: 'Count 0',
      use: click('Add', 'Count 1'),
    },
  ),
  pageCase(
    'resizable-panels',
    `import { Group, Panel, Separator } from 'react-resizable-panels';
export default () => <><h1>Panels</h1><Group style={{ width: 400, height: 100 }}><Panel defaultSize="50%">Left</Panel><Separator aria-label="Border" style={{ width: 10 }} /><Panel>Right</Panel></Group></>;`,
    {
      packages: { 'react-resizable-panels': '4.24.0' },
      shows: 'Right',
      async use(page) {
        const border = page.getByRole('separator');
        const before = await border.getAttribute('aria-valuenow');
        await border.press('ArrowRight');
        const after = await border.getAttribute('aria-valuenow');
        if (before === null || before === after) throw new Error(`the border stays at ${after}`);
      },
    },
  ),
  pageCase(
    'radix-select',
    `import * as ScrollArea from '@radix-ui/react-scroll-area';
import * as Select from '@radix-ui/react-select';
export default () => <><h1>Select</h1>
  <Select.Root defaultValue="a"><Select.Trigger aria-label="Fruit"><Select.Value /></Select.Trigger><Select.Portal><Select.Content position="popper"><Select.Viewport>
    <Select.Item value="a"><Select.ItemText>Apple</Select.ItemText></Select.Item><Select.Item value="p"><Select.ItemText>Pear</Select.ItemText></Select.Item>
  </Select.Viewport></Select.Content></Select.Portal></Select.Root>
  <ScrollArea.Root style={{ height: 50 }} type="always"><ScrollArea.Viewport style={{ height: '100%' }}><p style={{ height: 200 }}>Long</p></ScrollArea.Viewport><ScrollArea.Scrollbar orientation="vertical"><ScrollArea.Thumb /></ScrollArea.Scrollbar></ScrollArea.Root></>;`,
    {
      packages: { '@radix-ui/react-select': '2.4.1', '@radix-ui/react-scroll-area': '1.4.0' },
      route: { styles: 'runtime' },
      shows: 'Select',
      async use(page) {
        await page.getByRole('combobox').click();
        await looks('[data-radix-popper-content-wrapper]', 'position', 'fixed')(page);
        await page.getByRole('option', { name: 'Pear' }).click();
        await page.getByRole('combobox').filter({ hasText: 'Pear' }).waitFor();
      },
    },
  ),
  pageCase(
    'query-auth',
    `import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { formatInTimeZone } from 'date-fns-tz';
import { configureAuth } from 'react-query-auth';
import { useState } from 'react';
const { AuthLoader, useUser, useLogin } = configureAuth({
  userFn: async () => null, loginFn: async (name) => ({ name }), registerFn: async () => null, logoutFn: async () => null,
});
const Account = () => { const user = useUser(); const login = useLogin(); return <><p>{user.data ? 'Hello ' + user.data.name : 'Nobody'}</p><button type="button" onClick={() => login.mutate('Ada')}>Log in</button></>; };
export default () => { const [client] = useState(() => new QueryClient()); return <QueryClientProvider client={client}><h1>{formatInTimeZone(new Date(0), 'Asia/Tokyo', 'HH:mm')}</h1><AuthLoader renderLoading={() => <p>Loading</p>}><Account /></AuthLoader></QueryClientProvider>; };`,
    {
      packages: {
        '@tanstack/react-query': '5.108.4',
        'react-query-auth': '2.4.3',
        'date-fns': '4.4.0',
        'date-fns-tz': '3.2.0',
      },
      shows: '09:00',
      use: click('Log in', 'Hello Ada'),
    },
  ),
  pageCase(
    'radix-toast',
    `import * as Toast from '@radix-ui/react-toast';
import { useState } from 'react';
export default () => { const [open, setOpen] = useState(false); return <Toast.Provider duration={60000}><h1>Toasts</h1><button type="button" onClick={() => setOpen(true)}>Save</button>
  <Toast.Root open={open} onOpenChange={setOpen}><Toast.Title>Saved</Toast.Title><Toast.Close>Dismiss</Toast.Close></Toast.Root><Toast.Viewport style={{ position: 'fixed', bottom: 0 }} /></Toast.Provider>; };`,
    {
      packages: { '@radix-ui/react-toast': '1.3.1' },
      shows: 'Toasts',
      async use(page) {
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await page.getByText('Saved').waitFor({ state: 'detached' });
      },
    },
  ),
  pageCase(
    'joyride',
    `import { Joyride } from 'react-joyride';
import { useState } from 'react';
export default () => { const [run, set] = useState(false); return <><h1 id="start">Tour</h1><button type="button" onClick={() => set(true)}>Begin</button><Joyride run={run} continuous steps={[{ target: '#start', content: 'The first step', skipBeacon: true }]} /></>; };`,
    {
      packages: { 'react-joyride': '3.2.0' },
      shows: 'Tour',
      use: click('Begin', 'The first step'),
    },
  ),
  pageCase(
    'notistack',
    `import { SnackbarProvider, useSnackbar } from 'notistack';
const Save = () => { const { enqueueSnackbar } = useSnackbar(); return <button type="button" onClick={() => enqueueSnackbar('Stored')}>Store</button>; };
export default () => <SnackbarProvider><h1>Snackbars</h1><Save /></SnackbarProvider>;`,
    {
      packages: { notistack: '3.0.2' },
      route: { styles: 'runtime' },
      shows: 'Snackbars',
      use: click('Store', 'Stored'),
    },
  ),
  pageCase(
    'raw-markdown',
    `import ContentLoader from 'react-content-loader';
import Markdown from 'react-markdown';
import raw from 'rehype-raw';
export default () => <><Markdown rehypePlugins={[raw]}>{'# Raw\\n\\n<details><summary>More</summary>Hidden</details>'}</Markdown><ContentLoader uniqueKey="loader" animate={false} width={100} height={20}><rect width="100" height="20" /></ContentLoader></>;`,
    {
      packages: { 'react-markdown': '10.1.0', 'rehype-raw': '7.0.0', 'react-content-loader': '7.1.2' },
      shows: 'Raw',
      async use(page) {
        await page.locator('main summary').click();
        await page.getByText('Hidden').waitFor();
      },
    },
  ),
];

/** Further packages that many teams use, in one app for each group. */
export const morePackages: Case[] = Object.entries({ editors, texts, elements }).flatMap(([app, cases]) =>
  cases.map((one) => (one.refused ? one : { ...one, app })),
);
