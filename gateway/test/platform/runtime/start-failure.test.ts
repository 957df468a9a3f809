import { expect, test } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import { commandFailure, startFailure } from '../../../src/platform/runtime/start-failure.ts';

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
  [
    gatewayErrors.DATABASE_NEWER({ newer: '2.0.0', step: '020-x', own: '1.4.0' }),
    'the database is used by a newer version: 2.0.0. This is 1.4.0. Run version 2.0.0',
  ],
  ['thrown text', 'The gateway could not start: thrown text'],
])('the failure %j is described in one line', (error, text) => {
  expect(startFailure(error)).toContain(text);
  expect(startFailure(error)).not.toContain('\n');
});

test.each([
  [
    gatewayErrors.NO_SITE({ place: '/data' }),
    2,
    /^inbox: There is no site in \/data \(GW_NO_SITE\)\n {5}Start the site/,
  ],
  [
    gatewayErrors.DATABASE_AWAY({ database: 'db:5432', reason: 'ECONNREFUSED' }),
    3,
    /GW_DATABASE_AWAY.*db:5432/s,
  ],
  [new Error('PORT: is wrong'), 2, /^inbox: PORT: is wrong$/],
])('a command that fails with %s exits with %i', (error, code, text) => {
  expect(commandFailure('inbox', error)).toEqual({ code, text: expect.stringMatching(text) });
});
