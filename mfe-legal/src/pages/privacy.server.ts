import { documentServer } from '../document-server.ts';

export const { loader, head } = documentServer('privacy');
