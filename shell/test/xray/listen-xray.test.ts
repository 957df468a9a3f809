// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { listenXray } from '../../src/xray/listen-xray.ts';

it('loads the script once, at the first press or pointed row', async () => {
  document.body.innerHTML = `<ol><li data-release="blog"><b>blog</b><button data-xray="blog"></button></li></ol><p></p>`;
  const calls: unknown[] = [];
  const xray = {
    toggle: (button: HTMLElement) => void calls.push(button.tagName),
    point: (row: unknown) => void calls.push(row),
  };
  const load = vi.fn<() => Promise<typeof xray>>(async () => xray);
  listenXray(document, load);
  const [row, name, button, text] = ['li', 'b', 'button', 'p'].map((one) =>
    document.querySelector<HTMLElement>(one)!,
  );
  const over = (target: HTMLElement, pointerType = 'mouse') =>
    target.dispatchEvent(Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }));
  text!.click();
  over(text!);
  over(name!, 'touch');
  expect(load).not.toHaveBeenCalled();
  over(name!);
  over(row!);
  await vi.waitFor(() => expect(calls).toEqual([row]));
  button!.click();
  await vi.waitFor(() => expect(calls).toEqual([row, 'BUTTON']));
  over(text!);
  await vi.waitFor(() => expect(calls).toEqual([row, 'BUTTON', null]));
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
