import { expect, test } from 'vitest';
import { startFailure } from '../../../src/platform/runtime/start-failure.ts';

test.each([
  [{ code: 'EADDRINUSE', port: 3000, address: '::' }, 'Port 3000 is in use'],
  [{ code: 'EACCES', port: 80 }, 'Port 80 needs more rights'],
  [{ code: 'EACCES', path: '/data' }, 'No permission to write to /data'],
  [{ code: 'EROFS', path: '/data' }, 'No permission to write to /data'],
  [{ code: 'ENOTDIR', path: '/data' }, '/data is not a folder'],
  [{ code: 'ENOSPC' }, 'The disk is full'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'The disk is full'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 4874 }, 'The disk is full'],
  [new Error('something else'), 'The gateway could not start: something else'],
  ['thrown text', 'The gateway could not start: thrown text'],
])('of %j says what to do in one line', (error, says) => {
  expect(startFailure(error)).toContain(says);
  expect(startFailure(error)).not.toContain('\n');
});
