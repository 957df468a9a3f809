import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';
import { looks } from '../computed-style.ts';

/** Clicks a button by its name, and waits for a text. */
const click =
  (button: string, text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByText(text).first().waitFor();
  };

const COUNT = `<button type="button" onClick={add}>Add</button> <output>Count {count}</output>`;
const counts = click('Add', 'Count 1');

/** State and data. */
const data: Case[] = [
  pageCase(
    'zustand',
    `import { create } from 'zustand';
const useStore = create((set) => ({ count: 0, add: () => set((state) => ({ count: state.count + 1 })) }));
export default () => { const { count, add } = useStore(); return <><h1>Zustand</h1>${COUNT}</>; };`,
    { packages: { zustand: '5.1.0' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'jotai',
    `import { atom, useAtom } from 'jotai';
const counted = atom(0);
export default () => { const [count, set] = useAtom(counted); const add = () => set(count + 1); return <><h1>Jotai</h1>${COUNT}</>; };`,
    { packages: { jotai: '3.0.1' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'redux-toolkit',
    `import { configureStore, createSlice } from '@reduxjs/toolkit';
import { Provider, useDispatch, useSelector } from 'react-redux';
const slice = createSlice({ name: 'count', initialState: 0, reducers: { added: (count) => count + 1 } });
const store = configureStore({ reducer: { count: slice.reducer } });
const Counter = () => { const count = useSelector((state) => state.count); const send = useDispatch(); const add = () => send(slice.actions.added()); return <>${COUNT}</>; };
export default () => <Provider store={store}><h1>Redux</h1><Counter /></Provider>;`,
    { packages: { '@reduxjs/toolkit': '2.15.0', 'react-redux': '9.3.1' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'mobx',
    `import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
class Store { count = 0; constructor() { makeAutoObservable(this); } add() { this.count++; } }
const store = new Store();
export default observer(() => { const { count } = store; const add = () => store.add(); return <><h1>MobX</h1>${COUNT}</>; });`,
    { packages: { mobx: '7.1.3', 'mobx-react-lite': '5.1.0' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'valtio',
    `import { proxy, useSnapshot } from 'valtio';
const state = proxy({ count: 0 });
export default () => { const { count } = useSnapshot(state); const add = () => void state.count++; return <><h1>Valtio</h1>${COUNT}</>; };`,
    { packages: { valtio: '2.3.2' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'xstate',
    `import { createMachine, assign } from 'xstate';
import { useMachine } from '@xstate/react';
const machine = createMachine({ context: { count: 0 }, on: { ADD: { actions: assign({ count: ({ context }) => context.count + 1 }) } } });
export default () => { const [state, send] = useMachine(machine); const count = state.context.count; const add = () => send({ type: 'ADD' }); return <><h1>XState</h1>${COUNT}</>; };`,
    { packages: { xstate: '5.33.3', '@xstate/react': '6.1.0' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'nanostores',
    `import { atom } from 'nanostores';
import { useStore } from '@nanostores/react';
const $count = atom(0);
export default () => { const count = useStore($count); const add = () => $count.set(count + 1); return <><h1>Nanostores</h1>${COUNT}</>; };`,
    { packages: { nanostores: '1.5.5', '@nanostores/react': '2.0.1' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'use-immer',
    `import { useImmer } from 'use-immer';
export default () => { const [{ count }, change] = useImmer({ count: 0 }); const add = () => change((draft) => { draft.count++; }); return <><h1>Immer</h1>${COUNT}</>; };`,
    { packages: { immer: '11.2.13', 'use-immer': '0.11.0' }, shows: 'Count 0', use: counts },
  ),
  pageCase(
    'react-query',
    `import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
const Answer = () => { const { data } = useQuery({ queryKey: ['answer'], queryFn: async () => (await fetch('/robots.txt')).status }); return <p>Answer {data ?? 'none'}</p>; };
export default () => { const [client] = useState(() => new QueryClient()); return <QueryClientProvider client={client}><h1>Query</h1><Answer /></QueryClientProvider>; };`,
    {
      packages: { '@tanstack/react-query': '5.108.4' },
      shows: 'Query',
      use: (page) => page.getByText(/Answer \d/).waitFor(),
    },
  ),
  pageCase(
    'swr',
    `import useSWR from 'swr';
export default () => { const { data } = useSWR('/robots.txt', async (url) => (await fetch(url)).status); return <><h1>SWR</h1><p>Answer {data ?? 'none'}</p></>; };`,
    {
      packages: { swr: '2.5.1' },
      shows: 'SWR',
      use: (page) => page.getByText(/Answer \d/).waitFor(),
    },
  ),
  pageCase(
    'apollo',
    `import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';
const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: '/graphql', fetch: async () => new Response('{"data":{"name":"Ada"}}', { headers: { 'content-type': 'application/json' } }) }), ssrMode: typeof window === 'undefined' });
const Name = () => { const { data } = useQuery(gql\`query { name }\`); return <p>Name {data?.name ?? 'unknown'}</p>; };
export default () => <ApolloProvider client={client}><h1>Apollo</h1><Name /></ApolloProvider>;`,
    {
      packages: { '@apollo/client': '4.3.8', graphql: '17.1.0', rxjs: '7.8.2' },
      shows: 'Apollo',
      use: (page) => page.getByText('Name Ada').waitFor(),
    },
  ),
  pageCase(
    'rxjs',
    `import { useEffect, useState } from 'react';
import { map, of } from 'rxjs';
export default () => { const [text, set] = useState('none'); useEffect(() => { const it = of(2).pipe(map((n) => 'Value ' + n * 2)).subscribe(set); return () => it.unsubscribe(); }, []); return <><h1>RxJS</h1><p>{text}</p></>; };`,
    {
      packages: { rxjs: '7.8.2' },
      shows: 'RxJS',
      use: (page) => page.getByText('Value 4').waitFor(),
    },
  ),
];

/** Functions without an element. */
const functions: Case[] = [
  pageCase(
    'dates',
    `import { addDays, format } from 'date-fns';
import dayjs from 'dayjs';
import { DateTime } from 'luxon';
import moment from 'moment';
export default () => <h1>{[
  format(addDays(new Date(2030, 0, 1), 1), 'yyyy-MM-dd'), dayjs('2030-01-03').format('D MMM YYYY'),
  DateTime.fromISO('2030-01-04', { zone: 'utc' }).toISODate(), moment.utc('2030-01-05').format('dddd'),
].join(', ')}</h1>;`,
    {
      packages: { 'date-fns': '4.4.0', dayjs: '1.11.23', luxon: '3.7.2', moment: '2.31.0' },
      shows: '2030-01-02, 3 Jan 2030, 2030-01-04, Saturday',
    },
  ),
  pageCase(
    'validation',
    `import * as v from 'valibot';
import * as yup from 'yup';
import { z } from 'zod';
const shown = [z.object({ a: z.number() }).safeParse({ a: 'b' }).success, v.safeParse(v.string(), 'b').success, yup.string().required().isValidSync('')];
export default () => <h1>{shown.join(' ')}</h1>;`,
    { packages: { valibot: '1.5.0', yup: '1.7.1' }, shows: 'false true false' },
  ),
  pageCase(
    'functions',
    `import { clsx } from 'clsx';
import { cva } from 'class-variance-authority';
import { produce } from 'immer';
import { map } from 'ramda';
import { twMerge } from 'tailwind-merge';
import { match } from 'ts-pattern';
import { Decimal } from 'decimal.js';
import Fuse from 'fuse.js';
import qs from 'qs';
import { nanoid } from 'nanoid';
import { v5 } from 'uuid';
const button = cva('base', { variants: { size: { small: 'small' } } });
const parts = [
  clsx('a', { b: true }), button({ size: 'small' }), produce({ n: 1 }, (draft) => { draft.n = 2; }).n, map((n: number) => n + 1, [1]).join(''),
  twMerge('p-1 p-2'), match(3).with(3, () => 'three').otherwise(() => ''), new Decimal('0.1').plus('0.2').toString(),
  new Fuse(['apple', 'pear'], {}).search('aple')[0]?.item, qs.stringify({ a: [1] }, { encode: false }), typeof nanoid(), v5('a', v5.URL).length,
];
export default () => <h1>{parts.join(' ')}</h1>;`,
    {
      packages: {
        clsx: '2.1.1',
        'class-variance-authority': '0.7.1',
        immer: '11.2.13',
        ramda: '0.32.0',
        'tailwind-merge': '3.7.1',
        'ts-pattern': '5.9.2',
        'decimal.js': '10.6.0',
        'fuse.js': '7.5.0',
        qs: '6.17.1',
        nanoid: '6.0.2',
        uuid: '14.0.3',
      },
      shows: 'a b base small 2 2 p-2 three 0.3 apple a[0]=1 string 36',
    },
  ),
  pageCase(
    'i18next',
    `import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
const i18n = createInstance();
i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { hello: 'Hello {{name}}' } }, de: { translation: { hello: 'Hallo {{name}}' } } }, initAsync: false });
const Text = () => { const { t, i18n } = useTranslation(); return <><h1>{t('hello', { name: 'Ada' })}</h1><button type="button" onClick={() => i18n.changeLanguage(i18n.language === 'en' ? 'de' : 'en')}>Deutsch</button></>; };
export default () => <I18nextProvider i18n={i18n}><Text /></I18nextProvider>;`,
    {
      packages: { i18next: '27.1.5', 'react-i18next': '18.0.2' },
      shows: 'Hello Ada',
      use: click('Deutsch', 'Hallo Ada'),
    },
  ),
  pageCase(
    'react-intl',
    `import { FormattedMessage, FormattedNumber, IntlProvider } from 'react-intl';
const messages = { hello: 'You have {count, plural, one {# note} other {# notes}}' };
export default () => <IntlProvider locale="en" messages={messages}><h1><FormattedMessage id="hello" values={{ count: 2 }} /> <FormattedNumber value={1234.5} /></h1></IntlProvider>;`,
    { packages: { 'react-intl': '12.1.6' }, shows: 'You have 2 notes 1,234.5' },
  ),
  pageCase(
    'text',
    `import Markdown from 'react-markdown';
import gfm from 'remark-gfm';
import { marked } from 'marked';
import hljs from 'highlight.js/lib/core';
import javascript from 'highlight.js/lib/languages/javascript';
hljs.registerLanguage('javascript', javascript);
export default () => <><h1>Text</h1><Markdown remarkPlugins={[gfm]}>{'| A | B |\\n|---|---|\\n| one | two |'}</Markdown>
  <div dangerouslySetInnerHTML={{ __html: marked.parse('**bold**') }} />
  <pre dangerouslySetInnerHTML={{ __html: hljs.highlight('const a = 1;', { language: 'javascript' }).value }} /></>;`,
    {
      packages: {
        'react-markdown': '10.1.0',
        'remark-gfm': '4.0.1',
        marked: '18.2.1',
        'highlight.js': '11.12.0',
      },
      shows: 'const a = 1;',
      use: async (page) => {
        await page.locator('td', { hasText: 'two' }).waitFor();
        await page.locator('.hljs-keyword').waitFor();
      },
    },
  ),
  pageCase(
    'syntax-highlighter',
    `import { PrismLight } from 'react-syntax-highlighter';
import jsx from 'react-syntax-highlighter/dist/esm/languages/prism/jsx';
import { prism } from 'react-syntax-highlighter/dist/esm/styles/prism';
PrismLight.registerLanguage('jsx', jsx);
export default () => <><h1>Code</h1><PrismLight language="jsx" style={prism}>{'const a = <b />;'}</PrismLight></>;`,
    { packages: { 'react-syntax-highlighter': '16.1.2' }, shows: 'const a = ' },
  ),
];

/** Forms, and components without styles of their own. */
const headless: Case[] = [
  pageCase(
    'react-hook-form',
    `import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
const schema = z.object({ name: z.string().min(2, 'Too short') });
export default () => {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), defaultValues: { name: '' } });
  return <><h1>Hook form</h1><form onSubmit={handleSubmit(() => {})} noValidate><input aria-label="Name" {...register('name')} /><button>Send</button></form><p>{formState.errors.name?.message ?? 'No error'}</p></>;
};`,
    {
      packages: { 'react-hook-form': '7.92.0', '@hookform/resolvers': '7.0.9' },
      shows: 'No error',
      use: click('Send', 'Too short'),
    },
  ),
  pageCase(
    'formik',
    `import { Field, Form, Formik } from 'formik';
import { useState } from 'react';
export default () => { const [sent, set] = useState('nothing'); return <><h1>Formik</h1><Formik initialValues={{ name: 'Ada' }} onSubmit={(values) => set(values.name)}><Form><Field name="name" aria-label="Name" /><button type="submit">Send</button></Form></Formik><p>Sent {sent}</p></>; };`,
    { packages: { formik: '2.4.9' }, shows: 'Sent nothing', use: click('Send', 'Sent Ada') },
  ),
  pageCase(
    'react-table',
    `import { flexRender, getCoreRowModel, useReactTable } from '@tanstack/react-table';
const data = [{ name: 'Ada' }];
const columns = [{ accessorKey: 'name', header: 'Name' }];
export default () => {
  const table = useReactTable({ data, columns, getCoreRowModel: getCoreRowModel() });
  return <><h1>Table</h1><table><tbody>{table.getRowModel().rows.map((row) => <tr key={row.id}>{row.getVisibleCells().map((cell) => <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>)}</tr>)}</tbody></table></>;
};`,
    { packages: { '@tanstack/react-table': '8.21.3' }, shows: 'Ada' },
  ),
  pageCase(
    'react-virtual',
    `import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
export default () => {
  const parent = useRef(null);
  const rows = useVirtualizer({ count: 1000, getScrollElement: () => parent.current, estimateSize: () => 30 });
  return <><h1>Virtual</h1><div ref={parent} id="list" style={{ height: 200, overflow: 'auto' }}><div style={{ height: rows.getTotalSize(), position: 'relative' }}>{rows.getVirtualItems().map((item) => <p key={item.key} style={{ position: 'absolute', top: 0, transform: \`translateY(\${item.start}px)\` }}>Row {item.index}</p>)}</div></div></>;
};`,
    {
      packages: { '@tanstack/react-virtual': '3.14.26' },
      shows: 'Virtual',
      use: async (page) => {
        await page.getByText('Row 3', { exact: true }).waitFor();
        await page.locator('#list').evaluate((list) => list.scrollTo(0, 15_000));
        await page.getByText('Row 501', { exact: true }).waitFor();
      },
    },
  ),
  pageCase(
    'react-window',
    `import { List } from 'react-window';
const Row = ({ index, style }) => <div style={style}>Row {index}</div>;
export default () => <><h1>Window</h1><List rowComponent={Row} rowCount={1000} rowHeight={25} rowProps={{}} style={{ height: 200 }} defaultHeight={200} /></>;`,
    { packages: { 'react-window': '2.5.3' }, shows: 'Row 2' },
  ),
  pageCase(
    'react-virtuoso',
    `import { Virtuoso } from 'react-virtuoso';
export default () => <><h1>Virtuoso</h1><Virtuoso style={{ height: 200 }} totalCount={1000} initialItemCount={5} itemContent={(index) => <p>Row {index}</p>} /></>;`,
    { packages: { 'react-virtuoso': '4.18.21' }, shows: 'Row 2' },
  ),
  pageCase(
    'radix',
    `import * as Accordion from '@radix-ui/react-accordion';
import * as Dialog from '@radix-ui/react-dialog';
import * as Menu from '@radix-ui/react-dropdown-menu';
import * as Popover from '@radix-ui/react-popover';
import * as Slider from '@radix-ui/react-slider';
import * as Switch from '@radix-ui/react-switch';
import * as Tabs from '@radix-ui/react-tabs';
export default () => <><h1>Radix</h1>
  <Dialog.Root><Dialog.Trigger>Open</Dialog.Trigger><Dialog.Portal><Dialog.Overlay /><Dialog.Content style={{ position: 'fixed', top: 0 }}><Dialog.Title>The dialog</Dialog.Title><Dialog.Description>About it</Dialog.Description><Dialog.Close>Close</Dialog.Close></Dialog.Content></Dialog.Portal></Dialog.Root>
  <Menu.Root><Menu.Trigger>Menu</Menu.Trigger><Menu.Portal><Menu.Content><Menu.Item>Item</Menu.Item></Menu.Content></Menu.Portal></Menu.Root>
  <Popover.Root><Popover.Trigger>Popover</Popover.Trigger><Popover.Portal><Popover.Content>The popover</Popover.Content></Popover.Portal></Popover.Root>
  <Slider.Root id="slider" defaultValue={[30]} style={{ position: 'relative', display: 'flex', width: 200, height: 20 }}><Slider.Track style={{ flexGrow: 1 }}><Slider.Range /></Slider.Track><Slider.Thumb aria-label="Volume" style={{ display: 'block', width: 10, height: 10 }} /></Slider.Root>
  <Switch.Root aria-label="Switch" style={{ width: 40, height: 20 }}><Switch.Thumb /></Switch.Root>
  <Tabs.Root defaultValue="a"><Tabs.List><Tabs.Trigger value="a">A</Tabs.Trigger><Tabs.Trigger value="b">B</Tabs.Trigger></Tabs.List><Tabs.Content value="a">Tab A</Tabs.Content><Tabs.Content value="b">Tab B</Tabs.Content></Tabs.Root>
  <Accordion.Root type="single" collapsible><Accordion.Item value="a"><Accordion.Header><Accordion.Trigger>More</Accordion.Trigger></Accordion.Header><Accordion.Content>The rest</Accordion.Content></Accordion.Item></Accordion.Root></>;`,
    {
      packages: {
        '@radix-ui/react-accordion': '1.3.1',
        '@radix-ui/react-dialog': '1.3.1',
        '@radix-ui/react-dropdown-menu': '2.2.1',
        '@radix-ui/react-popover': '1.3.1',
        '@radix-ui/react-slider': '1.6.1',
        '@radix-ui/react-switch': '1.4.1',
        '@radix-ui/react-tabs': '1.2.1',
      },
      route: { styles: 'runtime' },
      shows: 'Tab A',
      async use(page) {
        await page.getByRole('slider').press('ArrowRight');
        const value = await page.getByRole('slider').getAttribute('aria-valuenow');
        if (value !== '31') throw new Error(`the slider has the value ${value}`);
        await page.getByRole('tab', { name: 'B' }).click();
        await page.getByText('Tab B').waitFor();
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByText('The rest').waitFor();
        await page.getByRole('switch').click();
        await page.getByRole('button', { name: 'Popover' }).click();
        await page.getByText('The popover').waitFor();
        await page.keyboard.press('Escape');
        // A popover that closes focuses its button, a moment later.
        await page.locator('button:focus', { hasText: 'Popover' }).waitFor();
        await page.getByRole('button', { name: 'Menu' }).press('Enter');
        await page.getByRole('menuitem').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('dialog').getByText('About it').waitFor();
        // What a library writes for `body` while it locks scrolling is not for the dialog.
        await looks('[role=dialog]', 'position', 'fixed')(page);
        await page.getByRole('button', { name: 'Close' }).click();
      },
    },
  ),
  pageCase(
    'headlessui',
    `import { Disclosure, DisclosureButton, DisclosurePanel, Dialog, DialogPanel, DialogTitle, Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { useState } from 'react';
export default () => { const [open, setOpen] = useState(false); const [fruit, setFruit] = useState('Apple'); return <><h1>Headless</h1>
  <Disclosure><DisclosureButton>More</DisclosureButton><DisclosurePanel>The rest</DisclosurePanel></Disclosure>
  <Listbox value={fruit} onChange={setFruit}><ListboxButton>{fruit}</ListboxButton><ListboxOptions anchor="bottom"><ListboxOption value="Pear">Pear</ListboxOption></ListboxOptions></Listbox>
  <button type="button" onClick={() => setOpen(true)}>Open</button><Dialog open={open} onClose={() => setOpen(false)}><DialogPanel><DialogTitle>The dialog</DialogTitle></DialogPanel></Dialog></>; };`,
    {
      packages: { '@headlessui/react': '2.2.10' },
      shows: 'Headless',
      async use(page) {
        await click('More', 'The rest')(page);
        await page.getByRole('button', { name: 'Apple' }).click();
        await page.getByRole('option', { name: 'Pear' }).click();
        await page.getByRole('button', { name: 'Pear' }).waitFor();
        await click('Open', 'The dialog')(page);
      },
    },
  ),
  pageCase(
    'floating-ui',
    `import { FloatingPortal, useClick, useFloating, useInteractions } from '@floating-ui/react';
import { useState } from 'react';
export default () => { const [open, setOpen] = useState(false); const { refs, floatingStyles, context } = useFloating({ open, onOpenChange: setOpen }); const { getReferenceProps, getFloatingProps } = useInteractions([useClick(context)]);
  return <><h1>Floating</h1><button type="button" ref={refs.setReference} {...getReferenceProps()}>Open</button>{open && <FloatingPortal><div ref={refs.setFloating} style={floatingStyles} {...getFloatingProps()}>It floats</div></FloatingPortal>}</>; };`,
    { packages: { '@floating-ui/react': '0.27.20' }, shows: 'Floating', use: click('Open', 'It floats') },
  ),
  pageCase(
    'downshift',
    `import { useSelect } from 'downshift';
const items = ['Apple', 'Pear'];
export default () => { const { isOpen, selectedItem, getToggleButtonProps, getLabelProps, getMenuProps, getItemProps } = useSelect({ items });
  return <><h1>Downshift</h1><label {...getLabelProps()}>Fruit</label><div {...getToggleButtonProps()}>{selectedItem ?? 'Choose'}</div><ul {...getMenuProps()}>{isOpen && items.map((item, index) => <li key={item} {...getItemProps({ item, index })}>{item}</li>)}</ul></>; };`,
    {
      packages: { downshift: '9.5.0' },
      shows: 'Choose',
      async use(page) {
        await page.getByText('Choose').click();
        await page.getByRole('option', { name: 'Pear' }).click();
        await page.getByRole('combobox').getByText('Pear').waitFor();
      },
    },
  ),
  pageCase(
    'cmdk',
    `import { Command } from 'cmdk';
export default () => <><h1>Commands</h1><Command label="Menu"><Command.Input placeholder="Find" /><Command.List><Command.Empty>None found</Command.Empty><Command.Item>Apple</Command.Item><Command.Item>Pear</Command.Item></Command.List></Command></>;`,
    {
      packages: { cmdk: '1.1.1' },
      shows: 'Commands',
      async use(page) {
        await page.getByPlaceholder('Find').fill('pea');
        await page.getByText('Apple').waitFor({ state: 'detached' });
        await page.getByText('Pear').waitFor();
      },
    },
  ),
  pageCase(
    'embla',
    `import useEmblaCarousel from 'embla-carousel-react';
import { useState } from 'react';
export default () => { const [ref, api] = useEmblaCarousel(); const [at, setAt] = useState(0);
  return <><h1>Embla</h1><div ref={ref} style={{ overflow: 'hidden', width: 200 }}><div style={{ display: 'flex' }}>{[1, 2, 3].map((n) => <div key={n} style={{ flex: '0 0 100%' }}>Slide {n}</div>)}</div></div><button type="button" onClick={() => { api?.scrollNext(); setAt(api?.selectedScrollSnap() ?? -1); }}>Next</button><p>At {at}</p></>; };`,
    { packages: { 'embla-carousel-react': '8.6.0' }, shows: 'Slide 2', use: click('Next', 'At 1') },
  ),
  pageCase(
    'dnd-kit',
    `import { DndContext } from '@dnd-kit/core';
import { SortableContext, useSortable } from '@dnd-kit/sortable';
const Item = ({ id }) => { const { attributes, listeners, setNodeRef } = useSortable({ id }); return <li ref={setNodeRef} {...attributes} {...listeners}>Item {id}</li>; };
export default () => <><h1>Sortable</h1><DndContext id="list"><SortableContext items={['a', 'b']}><ul><Item id="a" /><Item id="b" /></ul></SortableContext></DndContext></>;`,
    { packages: { '@dnd-kit/core': '6.3.1', '@dnd-kit/sortable': '10.0.0' }, shows: 'Item b' },
  ),
  pageCase(
    'react-aria',
    `import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
export default () => <><h1>Aria</h1><ComboBox><Label>Fruit</Label><Input /><Button>Show</Button><Popover><ListBox><ListBoxItem>Apple</ListBoxItem><ListBoxItem>Pear</ListBoxItem></ListBox></Popover></ComboBox></>;`,
    {
      packages: { 'react-aria-components': '1.22.1' },
      route: { styles: 'runtime' },
      shows: 'Aria',
      async use(page) {
        await page.getByRole('button', { name: 'Show' }).click();
        await page.getByRole('option', { name: 'Pear' }).click();
        await page.waitForFunction(() => document.querySelector('input')?.value === 'Pear');
      },
    },
  ),
  pageCase(
    'small-components',
    `import { ErrorBoundary } from 'react-error-boundary';
import { useInView } from 'react-intersection-observer';
import { useDebounce } from 'use-debounce';
import { useMediaQuery, useLocalStorage } from 'usehooks-ts';
import { useHotkeys } from 'react-hotkeys-hook';
import { NumericFormat } from 'react-number-format';
import QRCode from 'react-qr-code';
import { Camera } from 'lucide-react';
import { FaBeer } from 'react-icons/fa';
import { useState } from 'react';
const Broken = () => { throw new Error('broken'); };
export default () => {
  const { ref, inView } = useInView(); const [text] = useDebounce('debounced', 10); const [count, setCount] = useState(0);
  const wide = useMediaQuery('(min-width: 100px)', { initializeWithValue: false }); const [kept] = useLocalStorage('kept', 'kept', { initializeWithValue: false });
  useHotkeys('k', () => setCount((n) => n + 1));
  return <><h1 ref={ref}>Small {text} {kept} {wide ? 'wide' : 'narrow'}</h1><p>{inView ? 'In view' : 'Out of view'}</p><p>Keys {count}</p>
    <NumericFormat value={1234} thousandSeparator="," displayType="text" /><QRCode value="https://example.org" size={64} /><Camera size={16} /><FaBeer /></>;
};`,
    {
      packages: {
        'react-error-boundary': '6.1.6',
        'react-intersection-observer': '11.0.1',
        'use-debounce': '10.1.1',
        'usehooks-ts': '3.1.1',
        'react-hotkeys-hook': '5.4.0',
        'react-number-format': '5.4.5',
        'react-qr-code': '2.2.0',
        'lucide-react': '1.81.0',
        'react-icons': '5.7.0',
      },
      shows: '1,234',
      async use(page) {
        await page.getByText('In view').waitFor();
        await page.keyboard.press('k');
        await page.getByText('Keys 1').waitFor();
      },
    },
  ),
  pageCase(
    'react-dropzone',
    `import { useDropzone } from 'react-dropzone';
import { useState } from 'react';
export default () => { const [names, set] = useState('none'); const { getRootProps, getInputProps } = useDropzone({ onDrop: (files) => set(files.map(({ name }) => name).join()) }); return <><h1>Dropzone</h1><div {...getRootProps()}><input {...getInputProps()} />Drop here</div><p>Files {names}</p></>; };`,
    {
      packages: { 'react-dropzone': '20.1.4' },
      shows: 'Files none',
      async use(page) {
        await page
          .locator('main input[type=file]')
          .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
        await page.getByText('Files a.txt').waitFor();
      },
    },
  ),
];

/** Other forms, dates and editors. */
const widgets: Case[] = [
  pageCase(
    'react-final-form',
    `import { Field, Form } from 'react-final-form';
import { useState } from 'react';
export default () => { const [sent, set] = useState('nothing'); return <><h1>Final form</h1><Form onSubmit={({ name }) => set(name)} initialValues={{ name: 'Ada' }} render={({ handleSubmit }) => <form onSubmit={handleSubmit}><Field name="name" component="input" aria-label="Name" /><button type="submit">Send</button></form>} /><p>Sent {sent}</p></>; };`,
    {
      packages: { 'react-final-form': '7.0.1', 'final-form': '5.0.1' },
      shows: 'Sent nothing',
      use: click('Send', 'Sent Ada'),
    },
  ),
  pageCase(
    'tanstack-form',
    `import { useForm } from '@tanstack/react-form';
import { useState } from 'react';
export default () => { const [sent, set] = useState('nothing'); const form = useForm({ defaultValues: { name: 'Ada' }, onSubmit: async ({ value }) => set(value.name) });
  return <><h1>TanStack form</h1><form onSubmit={(event) => { event.preventDefault(); form.handleSubmit(); }}><form.Field name="name">{(field) => <input aria-label="Name" value={field.state.value} onChange={(event) => field.handleChange(event.target.value)} />}</form.Field><button type="submit">Send</button></form><p>Sent {sent}</p></>; };`,
    { packages: { '@tanstack/react-form': '1.33.5' }, shows: 'Sent nothing', use: click('Send', 'Sent Ada') },
  ),
  pageCase(
    'react-datepicker',
    `import DatePicker from 'react-datepicker';
import 'react-datepicker/dist/react-datepicker.css';
import { useState } from 'react';
export default () => { const [day, set] = useState(new Date(2030, 0, 15)); return <><h1>Day</h1><DatePicker selected={day} onChange={set} dateFormat="yyyy-MM-dd" ariaLabelledBy="day" /><p id="day">Chosen {day.getDate()}</p></>; };`,
    {
      packages: { 'react-datepicker': '9.1.0' },
      shows: 'Chosen 15',
      async use(page) {
        await page.locator('main input').click();
        await page.locator('.react-datepicker__day--020').click();
        await page.getByText('Chosen 20').waitFor();
      },
    },
  ),
  pageCase(
    'codemirror',
    `import CodeMirror from '@uiw/react-codemirror';
import { javascript } from '@codemirror/lang-javascript';
import { useState } from 'react';
export default () => { const [text, set] = useState('const a = 1;'); return <><h1>CodeMirror</h1><CodeMirror value={text} extensions={[javascript()]} onChange={set} /><p>{text.length} characters</p></>; };`,
    {
      packages: { '@uiw/react-codemirror': '4.25.12', '@codemirror/lang-javascript': '6.2.5' },
      route: { styles: 'runtime' },
      shows: 'CodeMirror',
      async use(page) {
        await page.locator('.cm-content').fill('abc');
        await page.getByText('3 characters').waitFor();
      },
    },
  ),
];

/** Packages that most teams use, in one app for each group. */
export const packages: Case[] = Object.entries({ data, functions, headless, widgets }).flatMap(
  ([app, cases]) => cases.map((one) => ({ ...one, app })),
);
