/** The reference of uncached-render: renderToString of a page for every request, on node:http. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import vm from 'node:vm';

const [bundle, inputs] = process.argv.slice(2);
const input = JSON.parse(readFileSync(inputs!, 'utf8')) as object;
const module = { exports: {} as { render(input: object): string } };
const parameters = ['exports', 'require', 'module', '__filename'];
const run = vm.compileFunction(readFileSync(bundle!, 'utf8'), parameters) as (...values: unknown[]) => void;
run(module.exports, createRequire(import.meta.url), module, bundle);

const server = createServer((request, response) => {
  const { search } = new URL(request.url!, 'http://localhost');
  const html = module.exports.render({ ...input, search });
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(html));
  response.end(html);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
