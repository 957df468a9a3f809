import { expect, test } from 'vitest';
import { channelsFor } from '../../../src/observing/events/receivers.ts';
import { receiver } from './test-events.ts';

const RECEIVERS = {
  all: receiver({ apps: undefined, events: ['deploy', 'refusal'] }),
  blog: receiver({ apps: ['blog'], events: ['deploy'] }),
  entries: receiver({ apps: ['blog', 'legal'], events: ['form-entry'] }),
};

test.each([
  ['deploy', 'blog', ['event:all', 'event:blog']],
  ['deploy', 'legal', ['event:all']],
  ['refusal', 'blog', ['event:all']],
  ['form-entry', 'legal', ['event:entries']],
  ['new-error', 'blog', []],
  ['deploy', 'constructor', ['event:all']],
] as const)('the receivers of a %s of %s are those that name its type and its app', (type, app, channels) => {
  expect(channelsFor(RECEIVERS, type, app)).toEqual(channels);
});
