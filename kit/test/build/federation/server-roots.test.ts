import { version } from 'react-dom';
import { expect, it } from 'vitest';
import * as roots from '../../../src/build/federation/server-roots.ts';

it('makes no root on the server', () => {
  expect(() => roots.createRoot()).toThrow('There is no document on the server');
  expect(() => roots.hydrateRoot()).toThrow('There is no document on the server');
});

it('has the version of react-dom', () => {
  expect(roots.version).toBe(version);
});
