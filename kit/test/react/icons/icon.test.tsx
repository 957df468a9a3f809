// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { registerIcons } from '../../../src/react/icons/icon-registry.ts';
import { Icon, type IconProps } from '../../../src/react/icons/icon.tsx';
import { InShell, platformWith } from '../fixtures/in-shell.tsx';
import { mount } from '../fixtures/mounted.tsx';

registerIcons({ 'drawn:square': { body: '<path d="M0 0h9v9z"></path>', width: 9, height: 9 } });
const page = (props: IconProps, requested: string[] = []) => (
  <InShell platform={platformWith({ loadIcon: (name) => requested.push(name) })}>
    <Icon {...props} />
  </InShell>
);

describe('Icon', () => {
  it.each<[name: string, props: IconProps, expected: string]>([
    ['with its own view box', { name: 'drawn:square' }, 'viewBox="0 0 9 9"'],
    ['as large as the text around it', { name: 'drawn:square' }, 'width="1em" height="1em"'],
    ['with a given size', { name: 'drawn:square', size: 20 }, 'width="20" height="20"'],
    ['hidden from assistive technology without a label', { name: 'drawn:square' }, 'aria-hidden="true"'],
    ['as an image with its label', { name: 'drawn:square', label: 'Home' }, 'role="img" aria-label="Home"'],
    ['with empty space before it expected loaded', { name: 'none:yet' }, 'viewBox="0 0 24 24"'],
  ])('renders %s', (_, props, expected) => expect(renderToStaticMarkup(page(props))).toContain(expected));

  it('requests a missing icon, and renders it when it arrives', async () => {
    const requested: string[] = [];
    const { container } = await mount(page({ name: 'late:x' }, requested));
    expect([requested, container.querySelector('path')]).toEqual([['late:x'], null]);
    await act(async () => registerIcons({ 'late:x': { body: '<path></path>', width: 24, height: 24 } }));
    expect(container.querySelector('path')).not.toBeNull();
  });

  it('does not request a registered icon', async () => {
    const requested: string[] = [];
    await mount(page({ name: 'drawn:square' }, requested));
    expect(requested).toEqual([]);
  });
});
