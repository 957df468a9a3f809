import { expect, it } from 'vitest';
import { openWindow } from '../../src/navigation/open-window.ts';

type Wanted = Parameters<typeof openWindow>[2];

it.each<[Wanted, target: string, features: string]>([
  [{}, '_blank', 'noopener'],
  [{ target: 'help' }, 'help', 'noopener'],
  [{ features: { noopener: false } }, '_blank', ''],
  [{ features: { Width: 300, popup: true, left: undefined } }, '_blank', 'noopener,width=300,popup'],
])('opens with %j the target %s with the features %j', (wanted, target, features) => {
  const opened: unknown[] = [];
  openWindow({ open: (...call) => (opened.push(...call), null) }, 'https://b.example/', wanted);
  expect(opened).toEqual(['https://b.example/', target, features]);
});
