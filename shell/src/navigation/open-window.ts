import type { NavigateOptions } from '@voltframe/kit/react/platform.ts';

/**
 * Opens an address in a new window, without `opener` unless the caller requests it.
 * @param href address whose protocol has been checked
 */
export function openWindow(
  window: Pick<Window, 'open'>,
  href: string,
  { target = '_blank', features = {} }: NonNullable<NavigateOptions['open']>,
): void {
  const wanted: typeof features = { noopener: true, ...features };
  const list = Object.entries(wanted)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name.toLowerCase() : `${name.toLowerCase()}=${String(value)}`));
  window.open(href, target, list.join(','));
}
