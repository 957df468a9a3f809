import { describe, expect, it } from 'vitest';
import { createContainers } from '../../src/remotes/containers.ts';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';

const container = { init: () => {}, get: (expose: string) => () => ({ default: expose }) };

function setUp(importModule: (url: string) => Promise<unknown>) {
  const clock = fakeClock();
  const urls: string[] = [];
  const containers = createContainers({
    remote: async () => '/assets/blog/blog.js',
    importModule: (url) => {
      urls.push(url);
      return importModule(url);
    },
    shareScope: async () => ({}),
    setTimeout: clock.setTimeout,
  });
  return { containers, urls, clock };
}

describe('the container of a remote', () => {
  it('evaluates no module that is only fetched', async () => {
    const evaluated: string[] = [];
    const get = (expose: string) => () => {
      evaluated.push(expose);
      return { default: expose };
    };
    const { containers } = setUp(async () => ({ init: () => {}, get }));
    const evaluate = await containers.fetch('blog', './a');
    expect(evaluated).toEqual([]);
    expect([evaluate(), evaluated]).toEqual([{ default: './a' }, ['./a']]);
  });

  it('is loaded once for all its exposes', async () => {
    const { containers, urls } = setUp(async () => container);
    const modules = await Promise.all(['./a', './b'].map((expose) => containers.load('blog', expose)));
    expect(modules).toEqual([{ default: './a' }, { default: './b' }]);
    expect(urls).toHaveLength(1);
  });

  it('loads in parallel with the scripts of an expose, and loads later exposes without them', async () => {
    const { containers, urls } = setUp(async (url) => (url.endsWith('blog.js') ? container : undefined));
    await containers.load('blog', './a', ['/a.js', '/b.js']);
    await containers.load('blog', './c', ['/c.js']);
    expect(urls.toSorted()).toEqual(['/a.js', '/assets/blog/blog.js', '/b.js']);
  });

  it('is loaded although a parallel script fails', async () => {
    const lost = () => Promise.reject(new Error('lost'));
    const { containers } = setUp((url) => (url === '/a.js' ? lost() : Promise.resolve(container)));
    expect(await containers.load('blog', './a', ['/a.js'])).toEqual({ default: './a' });
  });

  it('is requested again after a failure', async () => {
    const answers = [Promise.reject(new Error('lost')), Promise.resolve(container)];
    const { containers, urls } = setUp(() => answers.shift()!);
    await expect(containers.load('blog', './a')).rejects.toThrow('lost');
    expect(await containers.load('blog', './a')).toEqual({ default: './a' });
    expect(urls).toHaveLength(2);
  });

  it('times out after four seconds', async () => {
    const { containers, clock } = setUp(() => new Promise(() => {}));
    const loading = containers.load('blog', './a');
    loading.catch(() => {});
    await clock.advance(4000);
    await expect(loading).rejects.toMatchObject({
      name: 'LoadTimeout',
      message: 'The remote "blog" did not load within 4000 ms',
    });
  });
});
