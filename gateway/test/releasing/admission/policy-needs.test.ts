import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import { expect, test } from 'vitest';
import { findPolicyNeeds, undeclaredNeeds } from '../../../src/releasing/admission/policy-needs.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';

function needsOf(script: string) {
  const { visitors, needs } = findPolicyNeeds();
  simple(parse(script, { ecmaVersion: 'latest', sourceType: 'module', locations: true }), visitors);
  return needs();
}

test.each([
  ['worker', 'start = () => new Worker(URL.createObjectURL(new Blob([code])));'],
  ['worker', 'start = () => new SharedWorker(window.URL.createObjectURL(blob));'],
  ['webassembly', 'load = () => WebAssembly.instantiate(bytes, {});'],
  ['webassembly', 'load = () => new WebAssembly.Module(bytes);'],
  ['text', "compile = (text) => new Function('data', text);"],
  ['text', 'compile = (text) => eval(text);'],
  ['style', "start = (root) => root.ownerDocument.createElement('style');"],
])('finds the use "%s" in %s', (use, script) => {
  expect(needsOf(`let start, load, compile;\n${script}`)).toMatchObject([{ use, line: 2 }]);
});

test.each([
  'new Worker("/assets/docs/worker.js")',
  'const self = Function("return this")()',
  'try { new Function("a", "") } catch { mayEvaluate = false }',
  'try { await WebAssembly.compile(bytes) } catch {}',
  'image.src = URL.createObjectURL(file)',
  'class Function {}',
  "React.createElement('style', null)",
  "document.createElement('link')",
  'eval()',
])('finds no use in %s', (script) => {
  expect(needsOf(`let mayEvaluate;\n${script};`)).toEqual([]);
});

test('gives the first place of each use, counted from 1', () => {
  expect(needsOf('eval(a); eval(b);\nWebAssembly.compile(c);')).toEqual([
    { use: 'text', line: 1, column: 1 },
    { use: 'webassembly', line: 2, column: 1 },
  ]);
});

test('finds a use after and within nested blocks of try', () => {
  const tried = 'try { try { eval(a) } catch {} eval(b) } catch { eval(c) }';
  expect(needsOf(`${tried}\nnew Function(d)`)).toEqual([{ use: 'text', line: 1, column: 50 }]);
});

test('a use that a route or an island declares is no need, and no app declares the evaluation of text', () => {
  const uses = ['worker', 'webassembly', 'text', 'style'] as const;
  const needs = uses.map((use) => ({ use, line: 1, column: 1 }));
  const { release } = remoteRelease({});
  expect(undeclaredNeeds(release, needs)).toEqual(needs);
  release.routes[0]!.csp = { 'worker-src': ['blob:'] };
  expect(undeclaredNeeds(release, needs).map(({ use }) => use)).toEqual(['webassembly', 'text', 'style']);
  release.routes[0]!.csp = { 'script-src': ["'wasm-unsafe-eval'"] };
  expect(undeclaredNeeds(release, needs).map(({ use }) => use)).toEqual(['worker', 'text', 'style']);
  release.routes[0]!.styles = 'runtime';
  expect(undeclaredNeeds(release, needs).map(({ use }) => use)).toEqual(['worker', 'text']);
});

test('the <style> of React in a shell is no need', () => {
  const { release } = remoteRelease({});
  const needs = needsOf("start = (root) => root.ownerDocument.createElement('style');");
  expect(undeclaredNeeds({ ...release, kind: 'shell' }, needs)).toEqual([]);
  expect(undeclaredNeeds(release, needs)).toEqual(needs);
});
