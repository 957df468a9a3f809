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

it('loads the script when a pointer goes down on a button, and starts at the click', async () => {
  document.body.innerHTML = '<button data-xray=""></button><p></p>';
  const toggle = vi.fn<Xray['toggle']>();
  const load = vi.fn<() => Promise<Xray>>(async () => ({ toggle }));
  listenXray(document, load);
  const [button, paragraph] = [document.querySelector('button')!, document.querySelector('p')!];
  const down = { bubbles: true };
  paragraph.dispatchEvent(new Event('pointerdown', down));
  expect(load).not.toHaveBeenCalled();
  button.dispatchEvent(new Event('pointerdown', down));
  await new Promise((resolve) => setTimeout(resolve));
  expect([load.mock.calls.length, toggle.mock.calls.length]).toEqual([1, 0]);
  button.click();
  await vi.waitFor(() => expect(toggle).toHaveBeenCalledTimes(1));
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads the script again at the click when it failed while the pointer was down', async () => {
  document.body.innerHTML = '<button data-xray=""></button>';
  const toggle = vi.fn<Xray['toggle']>();
  const load = vi.fn<() => Promise<Xray>>(async () => ({ toggle }));
  load.mockRejectedValueOnce(new Error('offline'));
  listenXray(document, load);
  const button = document.querySelector('button')!;
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  button.click();
  await vi.waitFor(() => expect(toggle).toHaveBeenCalledTimes(1));
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
