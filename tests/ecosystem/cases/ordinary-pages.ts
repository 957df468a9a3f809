import { type Case, pageCase } from '../case.ts';

/** Around all pages: what a team's root component has. */
const PROVIDERS = `import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
export default ({ children }) => { const [client] = useState(() => new QueryClient()); return <QueryClientProvider client={client}>{children}</QueryClientProvider>; };`;

const app: Pick<Case, 'packages' | 'config'> = {
  packages: {
    '@tanstack/react-query': '5.108.4',
    '@tanstack/react-table': '8.21.3',
    '@radix-ui/react-dialog': '1.3.1',
    '@radix-ui/react-dropdown-menu': '2.2.1',
    '@dnd-kit/core': '6.3.1',
    '@dnd-kit/sortable': '10.0.0',
    '@hookform/resolvers': '7.0.9',
    'react-hook-form': '7.92.0',
    'date-fns': '4.4.0',
  },
  config: { app: './src/providers.tsx', shared: ['@tanstack/react-query'] },
};

/** Code that several pages have. */
const PARTS = `import * as Dialog from '@radix-ui/react-dialog';
import * as Menu from '@radix-ui/react-dropdown-menu';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { z } from 'zod';
export const order = z.object({ name: z.string().min(2, 'Too short'), due: z.string().date().optional() });
export const useOrders = () => useQuery({ queryKey: ['orders'], queryFn: async () => (await fetch('/robots.txt')).status, initialData: 0 });
export const Day = () => <time>{format(new Date(2026, 0, 2), 'd MMM yyyy')}</time>;
export const Ask = ({ children }) => <Dialog.Root><Dialog.Trigger>Ask</Dialog.Trigger><Dialog.Portal><Dialog.Content aria-describedby={undefined}><Dialog.Title>Are you sure?</Dialog.Title>{children}</Dialog.Content></Dialog.Portal></Dialog.Root>;
export const More = () => <Menu.Root><Menu.Trigger>More</Menu.Trigger><Menu.Portal><Menu.Content><Menu.Item>Print</Menu.Item></Menu.Content></Menu.Portal></Menu.Root>;`;

const ask: Case['use'] = async (page) => {
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByText('Are you sure?').waitFor();
};

/** An app of three pages, as teams have them, and one page of another app that shares a library with it. */
export const ordinaryPages: Case[] = [
  {
    name: 'desk-list',
    app: 'desk',
    ...app,
    files: {
      '/src/providers.tsx': PROVIDERS,
      '/src/parts.tsx': PARTS,
      'page.tsx': `import { flexRender, getCoreRowModel, getSortedRowModel, useReactTable } from '@tanstack/react-table';
import { Ask, Day, More, useOrders } from '../parts.tsx';
const columns = [{ accessorKey: 'name', header: 'Name' }];
const rows = [{ name: 'First order' }];
export default () => {
  const { data } = useOrders();
  const table = useReactTable({ data: rows, columns, getCoreRowModel: getCoreRowModel(), getSortedRowModel: getSortedRowModel() });
  return <><h1>Orders</h1><p>Answer {data}</p><Day /><More /><Ask>Delete</Ask><table><tbody>{table.getRowModel().rows.map((row) => <tr key={row.id}>{row.getVisibleCells().map((cell) => <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>)}</tr>)}</tbody></table></>;
};`,
    },
    shows: 'First order',
    use: ask,
  },
  pageCase(
    'desk-edit',
    `import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Ask, Day, More, order, useOrders } from '../parts.tsx';
export default () => {
  const { data } = useOrders();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(order), defaultValues: { name: '' } });
  return <><h1>Edit</h1><p>Answer {data}</p><Day /><More /><Ask>Leave</Ask><form onSubmit={handleSubmit(() => {})} noValidate><input aria-label="Name" {...register('name')} /><button>Save</button></form><p>{formState.errors.name?.message ?? 'No error'}</p></>;
};`,
    {
      app: 'desk',
      shows: 'No error',
      async use(page) {
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Too short').waitFor();
      },
    },
  ),
  pageCase(
    'desk-board',
    `import { DndContext } from '@dnd-kit/core';
import { SortableContext, useSortable } from '@dnd-kit/sortable';
import { Ask, Day, More, order, useOrders } from '../parts.tsx';
const Item = ({ id }) => { const { attributes, listeners, setNodeRef } = useSortable({ id }); return <li ref={setNodeRef} {...attributes} {...listeners}>{order.parse({ name: id }).name}</li>; };
export default () => { const { data } = useOrders(); return <><h1>Board</h1><p>Answer {data}</p><Day /><More /><Ask>Archive</Ask><DndContext id="board"><SortableContext items={['one', 'two']}><ul><Item id="one" /><Item id="two" /></ul></SortableContext></DndContext></>; };`,
    { app: 'desk', shows: 'Board', use: ask },
  ),
  {
    name: 'till',
    app: 'till',
    ...app,
    files: {
      '/src/providers.tsx': PROVIDERS,
      'page.tsx': `import { useQuery } from '@tanstack/react-query';
export default () => { const { data } = useQuery({ queryKey: ['till'], queryFn: async () => (await fetch('/robots.txt')).status }); return <><h1>Till</h1><p>Answer {data ?? 'none'}</p></>; };`,
    },
    shows: 'Till',
    use: (page) => page.getByText(/Answer \d/).waitFor(),
  },
];
