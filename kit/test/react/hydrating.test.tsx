// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useHydrating } from '../../src/react/hydrating.ts';
import { createStore } from '../../src/react/store.ts';
import { InShell, platformWith } from './fixtures/in-shell.tsx';
import { mount } from './fixtures/mounted.tsx';

const State = () => (useHydrating() ? 'server' : 'browser');

it('is true on the server whatever is known, and in the browser until the first page has rendered', async () => {
  const platform = platformWith({ hydrating: createStore(false) });
  const page = (
    <InShell platform={platform}>
      <State />
    </InShell>
  );
  expect(renderToStaticMarkup(page)).toBe('server');
  platform.hydrating.set(true);
  const { container } = await mount(page);
  expect(container.textContent).toBe('server');
  await act(async () => platform.hydrating.set(false));
  expect(container.textContent).toBe('browser');
});
