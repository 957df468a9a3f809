import { afterEach, expect, it, vi } from 'vitest';
import { shareScope } from '../../../src/build/federation/upstream-share-scope.ts';

afterEach(() => vi.unstubAllGlobals());

it('initializes the share scope before it returns it', async () => {
  const scopes: Record<string, object> = {};
  vi.stubGlobal('__webpack_share_scopes__', scopes);
  vi.stubGlobal('__webpack_init_sharing__', async (name: string) => void (scopes[name] = { react: {} }));
  expect(await shareScope()).toEqual({ react: {} });
});
