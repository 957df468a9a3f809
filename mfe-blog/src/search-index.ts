import type { Resource } from '@voltframe/kit/contract/page/page-server';

/** The search index of all notes, for the browser. */
const searchIndex: Resource = async ({ content }) => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(await content.data('search')),
});

export default searchIndex;
