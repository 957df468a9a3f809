// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { listenXray } from '../../src/xray/listen-xray.ts';
import type { Xray } from '../../src/xray/xray.ts';

it('loads the script once, at the first press of a button', async () => {
  document.body.innerHTML = '<button data-xray=""><b>X-ray</b></button><p></p>';
  const toggle = vi.fn<Xray['toggle']>();
  const load = vi.fn<() => Promise<Xray>>(async () => ({ toggle }));
  listenXray(document, load);
  document.querySelector('p')!.click();
  expect(load).not.toHaveBeenCalled();
  const button = document.querySelector('button')!;
  document.querySelector('b')!.click();
  button.click();
  await vi.waitFor(() => expect(toggle.mock.calls).toEqual([[button], [button]]));
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads the script again after a failure', async () => {
  document.body.innerHTML = '<button data-xray=""></button>';
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('offline'));
  listenXray(document, load);
  const button = document.querySelector('button')!;
  button.click();
  await new Promise((resolve) => setTimeout(resolve));
  button.click();
  expect(load).toHaveBeenCalledTimes(2);
});
