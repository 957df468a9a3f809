import type { Resource } from '@voltframe/kit/contract/page/page-server';

/** The index of all notes, for the search in the browser. */
const searchIndex: Resource = async ({ content }) => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(await content.data('search')),
});

export default searchIndex;
