/** The client and the modules that it shares with the remotes. They are evaluated together. */
export { startClient } from './client.tsx';
export { shareScope } from 'virtual-share-scope';
