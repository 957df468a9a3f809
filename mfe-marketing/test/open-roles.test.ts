import { type FakeAnswer, loaderContext } from '@voltframe/kit/testing/loader-context';
import { describe, expect, it } from 'vitest';
import { openRole, openRoles } from '../src/open-roles.ts';

const answered = {
  slug: 'designer',
  title: 'Designer',
  team: 'Web',
  place: 'Remote',
  type: 'Full time',
  summary: 'Draw.',
  paragraphs: ['You draw <em>well</em>.', 'You like it.'],
};
const written = { slug: 'engineer', title: 'Engineer' };

/** A context with one role in the content, and an upstream with this answer. */
const source = (answer: FakeAnswer) =>
  loaderContext({
    collections: { roles: [{ ...written, html: '<p>' }] },
    upstreams: { roles: { '/roles': answer } },
  });
const fails = (code: string) => source({ fails: code });

describe('open roles', () => {
  it('are those of the upstream if one is configured, with escaped text', async () => {
    const roles = source({
      body: [{ ...answered, salary: 'an unknown field' }],
    });
    const { paragraphs: _, ...facts } = answered;
    const html = '<p>You draw &lt;em&gt;well&lt;/em&gt;.</p>\n<p>You like it.</p>';
    expect(await openRoles(roles)).toEqual([{ ...facts, html, sample: false }]);
    expect(await openRole(roles, 'designer')).toEqual({ ...facts, html, sample: false });
    expect(await openRole(roles, 'engineer')).toBeUndefined();
  });

  it('have a place only if it is filled', async () => {
    const { place: _, ...rest } = answered;
    for (const role of [rest, { ...rest, place: '' }])
      expect((await openRoles(source({ body: [role] })))[0]).not.toHaveProperty('place');
  });

  it('are samples of the content without an upstream', async () => {
    expect(await openRoles(fails('UPSTREAM_UNKNOWN'))).toEqual([{ ...written, sample: true }]);
    expect(await openRole(fails('UPSTREAM_UNKNOWN'), 'engineer')).toMatchObject({
      html: '<p>',
      sample: true,
    });
  });

  it('are not those of the content while the upstream fails', async () => {
    await expect(openRoles(fails('UPSTREAM_UNREACHABLE'))).rejects.toThrow('UPSTREAM_UNREACHABLE');
  });

  it.each([
    ['an object', { body: {} }],
    ['a list of null', { body: [null] }],
    ['a role without a title', { body: [{ ...answered, title: '' }] }],
    ['a role with a relative path', { body: [{ ...answered, slug: '../contact' }] }],
    ['a role whose place is no text', { body: [{ ...answered, place: 7 }] }],
    ['a role with an invalid text', { body: [{ ...answered, paragraphs: [7] }] }],
    ['an error', { status: 404, body: [] }],
  ])('are refused for %s', async (_, answer) => {
    await expect(openRoles(source(answer))).rejects.toThrow('not a list of roles');
  });
});
