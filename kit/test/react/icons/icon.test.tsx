// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { registerIcons } from '../../../src/react/icons/icon-registry.ts';
import { Icon, type IconProps } from '../../../src/react/icons/icon.tsx';
import { InShell, platformWith } from '../fixtures/in-shell.tsx';
import { mount } from '../fixtures/mounted.tsx';

registerIcons({ 'drawn:square': { body: '<path d="M0 0h9v9z"></path>', width: 9, height: 9 } });
const page = (props: IconProps, asked: string[] = []) => (
  <InShell platform={platformWith({ loadIcon: (name) => asked.push(name) })}>
    <Icon {...props} />
  </InShell>
);

describe('an icon', () => {
  it.each<[what: string, props: IconProps, has: string]>([
    ['in its own box', { name: 'drawn:square' }, 'viewBox="0 0 9 9"'],
    ['as large as the text around it', { name: 'drawn:square' }, 'width="1em" height="1em"'],
    ['of a size', { name: 'drawn:square', size: 20 }, 'width="20" height="20"'],
    ['hidden from assistive technology without a label', { name: 'drawn:square' }, 'aria-hidden="true"'],
    ['said by its label', { name: 'drawn:square', label: 'Home' }, 'role="img" aria-label="Home"'],
    ['with room for one that is not there yet', { name: 'none:yet' }, 'viewBox="0 0 24 24"'],
  ])('is drawn %s', (_, props, has) => expect(renderToStaticMarkup(page(props))).toContain(has));

  it('is asked for when no script brought it, and drawn when it arrives', async () => {
    const asked: string[] = [];
    const { container } = await mount(page({ name: 'late:x' }, asked));
    expect([asked, container.querySelector('path')]).toEqual([['late:x'], null]);
    await act(async () => registerIcons({ 'late:x': { body: '<path></path>', width: 24, height: 24 } }));
    expect(container.querySelector('path')).not.toBeNull();
  });

  it('that is in the page is not asked for', async () => {
    const asked: string[] = [];
    await mount(page({ name: 'drawn:square' }, asked));
    expect(asked).toEqual([]);
  });
});
