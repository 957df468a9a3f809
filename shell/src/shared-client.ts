/** The client, and what it shares with the remotes: evaluated together. */
export { startClient } from './client.tsx';
export { shareScope } from 'virtual-share-scope';
