import { expect, test } from 'vitest';
import { eventReceivers, missingReceiver } from '../../../src/platform/settings/event-receivers.ts';

test('the setting lists hosts, wildcard domains and mail domains', () => {
  expect(eventReceivers.parse('Hooks.example.com, *.chat.example,@example.com')).toEqual([
    'hooks.example.com',
    '*.chat.example',
    '@example.com',
  ]);
  expect(eventReceivers.parse('')).toEqual([]);
  for (const wrong of ['https://x.example', 'a@example.com', '*', '*example', 'x/y'])
    expect([wrong, eventReceivers.safeParse(wrong).success]).toEqual([wrong, false]);
});

test.each([
  [{ webhook: 'https://HOOKS.example.com:8443/x' }, undefined],
  [{ webhook: 'https://a.chat.example/' }, undefined],
  [{ webhook: 'https://chat.example/' }, 'chat.example'],
  [{ webhook: 'https://notchat.example/' }, 'notchat.example'],
  [{ mail: 'a@Example.com' }, undefined],
  [{ mail: 'a@sub.example.com' }, '@sub.example.com'],
])('the target %j lacks the entry %j', (to, missing) =>
  expect(missingReceiver(['hooks.example.com', '*.chat.example', '@example.com'], to)).toBe(missing),
);
