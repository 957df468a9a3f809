import { expect, it } from 'vitest';
import { federationPlugins } from '../../../src/build/federation/plugin.ts';

const exposes = { './pages/home': { import: './home.tsx', name: 'pages.home' } };
type Options = Parameters<typeof federationPlugins>[0];
interface Federation {
  exposes?: object;
  shared: Record<string, { eager?: boolean; import?: boolean; requiredVersion: string }>;
  shareStrategy: string;
  experiments: { optimization: { disableRemote: boolean } };
}
const pluginsOf = (options: Partial<Options>) =>
  federationPlugins({ name: 'blog', kind: 'remote', exposes, runtime: 'lean', ...options });
const namesOf = (options: Partial<Options>) => pluginsOf(options).map(({ constructor }) => constructor.name);
const optionsOf = (options: Partial<Options>) =>
  Reflect.get(
    pluginsOf(options).find((plugin) => '_options' in plugin)!,
    '_options',
  ) as Federation;

it('lets the shell bring what is shared at once, and a remote bring none of it', () => {
  expect(optionsOf({ kind: 'shell', runtime: 'upstream' }).shared['react']).toMatchObject({ eager: true });
  expect(optionsOf({ kind: 'remote' }).shared['react']).toMatchObject({ import: false });
});

it("names the modules that a remote offers; the shell's are nobody's", () => {
  expect(optionsOf({ kind: 'remote' }).exposes).toEqual(exposes);
  expect(optionsOf({ kind: 'shell', runtime: 'upstream' })).not.toHaveProperty('exposes');
});

it('leaves a lean shell to itself: what it shares is a module of it', () => {
  expect(namesOf({ kind: 'shell' })).toEqual([]);
});

it('asks for no entry of a remote that is not on the page', () => {
  expect(optionsOf({}).shareStrategy).toBe('loaded-first');
});

it.each([
  ['lean', true],
  ['upstream', false],
] as const)('writes containers anew when it is %s', (runtime, lean) => {
  expect(namesOf({ runtime }).includes('LeanContainer')).toBe(lean);
  expect(optionsOf({ runtime }).experiments.optimization.disableRemote).toBe(lean);
});
