import type { FileRule } from '@voltframe/kit/contract/file-types';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openPersonalFile, transferMs } from '../../../src/serving/upstreams/personal-file.ts';

const rule: FileRule = { types: ['application/pdf', 'text/csv'], maxMB: 0.001 };
const open = (headers: Record<string, string>, body = 'a', path = '/invoices/7') =>
  openPersonalFile(
    { headers: { 'content-type': 'application/pdf', ...headers }, body: Readable.from([Buffer.from(body)]) },
    rule,
    path,
  );
const nameOf = (disposition: string, path?: string) =>
  open({ 'content-disposition': disposition }, 'a', path).headers['content-disposition'];

test('a file is saved, with its type and size, and runs nothing', async () => {
  const { headers, stream } = open({
    'content-length': '1',
    'content-disposition': 'inline; filename="a.pdf"',
  });
  expect(headers).toEqual({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''a.pdf",
    'content-security-policy': "default-src 'none'; sandbox",
    'content-length': '1',
  });
  expect(await text(stream)).toBe('a');
});

test.each([
  ['attachment; filename="May 7.pdf"', 'May%207.pdf'],
  ["attachment; filename=b.pdf; filename*=UTF-8''Rechnung%20%C3%A9.pdf", 'Rechnung%20%C3%A9.pdf'],
  ["attachment; filename*=UTF-8''%ff; filename=b.pdf", 'b.pdf'],
  ['attachment; filename=a.exe', 'a.exe.pdf'],
  ['attachment; filename="a.html\u202efdp"', 'a.html_fdp.pdf'],
  ['attachment; filename="../../.ssh/config"', '_.._.ssh_config.pdf'],
  [`attachment; filename="a.pdf'; evil=(1)"`, 'a.pdf%27%3B%20evil%3D%281%29.pdf'],
  [`attachment; filename="${'x'.repeat(5_000)}"`, '7.pdf'],
  ['attachment', '7.pdf'],
])('of the name in %j it has the name %s', (disposition, name) => {
  expect(nameOf(disposition)).toBe(`attachment; filename*=UTF-8''${name}`);
});

test('a file without a name has that of its path', () => {
  expect(nameOf('attachment', '/bills/May%207')).toBe("attachment; filename*=UTF-8''May%207.pdf");
  expect(nameOf('attachment', '/')).toBe("attachment; filename*=UTF-8''file.pdf");
});

test.each([
  ['another type', { 'content-type': 'text/html' }],
  ['no type', { 'content-type': '' }],
  ['a compressed file', { 'content-encoding': 'gzip' }],
  ['a size above the declared one', { 'content-length': '2000' }],
])('refuses %s', (_, headers) => {
  expect(() => open(headers as Record<string, string>)).toThrow(/its type is|compressed|larger than/);
});

test('fails where a file becomes larger than declared', async () => {
  await expect(text(open({}, 'x'.repeat(2_000)).stream)).rejects.toThrow('larger than');
});

test('a file may take half a minute, and a second for each 32 kB of its largest size', () => {
  expect(transferMs({ maxMB: 1 })).toBe(62_000);
});
