import { expect, it } from 'vitest';
import { loader } from '../../src/islands/status-note.server.ts';

it('returns the number of releases of the live composition', () => {
  const composition = () => ({ id: 'c'.repeat(32), timestamp: 0, apps: { blog: 'b', shell: 's' } });
  expect(loader({ composition } as never)).toEqual({ releases: 2 });
});
