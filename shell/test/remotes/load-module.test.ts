// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { loadModule } from '../../src/remotes/load-module.ts';

function setUp(supported = true) {
  const scripts: HTMLScriptElement[] = [];
  const page = {
    head: { append: (script: HTMLScriptElement) => scripts.push(script) },
    createElement(name: string) {
      const element = document.createElement(name);
      if (name === 'link')
        Object.defineProperty(element, 'relList', { value: { supports: () => supported } });
      return element;
    },
  } as unknown as Document;
  return { scripts, load: () => loadModule(page, '/a.js', 'sha256-a') };
}

it('loads a script with integrity and high priority', async () => {
  const { scripts, load } = setUp();
  const loading = load();
  const [script] = scripts;
  expect(script).toMatchObject({ type: 'module', integrity: 'sha256-a', fetchPriority: 'high' });
  expect(script!.getAttribute('src')).toBe('/a.js');
  script!.dispatchEvent(new Event('load'));
  await expect(loading).resolves.toBeUndefined();
});

it('rejects when the script fails to load', async () => {
  const { scripts, load } = setUp();
  const loading = load();
  scripts[0]!.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('/a.js did not load');
});

it('does nothing without support of modulepreload', async () => {
  const { scripts, load } = setUp(false);
  await load();
  expect(scripts).toEqual([]);
});
