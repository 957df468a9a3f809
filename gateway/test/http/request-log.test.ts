import { expect, test } from 'vitest';
import { requestLog } from '../../src/http/request-log.ts';

const idOf = (id?: string) =>
  requestLog.genReqId({ headers: id === undefined ? {} : { 'x-request-id': id } });
const UUID = /^[0-9a-f-]{36}$/;

test.each([
  ['abc-1.2_3', /^abc-1\.2_3$/],
  [undefined, UUID],
  ['a b', UUID],
  ['x\ny', UUID],
  ['x'.repeat(65), UUID],
])('the id %j of a proxy becomes %s', (given, id) => expect(idOf(given)).toMatch(id));

const TRACE = 'a'.repeat(32);
test.each([
  [`00-${TRACE}-${'b'.repeat(16)}-01`, { reqId: 1, traceId: TRACE, parentId: 'b'.repeat(16) }],
  [`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, { reqId: 1 }],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, { reqId: 1 }],
  [`01-${TRACE}-${'b'.repeat(16)}-01`, { reqId: 1 }],
  [undefined, { reqId: 1 }],
])('lines of a request with the trace %j have %j', (traceparent, bindings) => {
  const children: object[] = [];
  const logger = { child: (given: object) => children.push(given) };
  requestLog.childLoggerFactory.call(null as never, logger as never, { reqId: 1 }, {}, {
    headers: { traceparent },
  } as never);
  expect(children).toEqual([bindings]);
});
