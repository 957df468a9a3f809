/** The first import of the shell's development build. It is in no production build. */
import { registerIcons } from '../../../react/icons/icon-registry.ts';
import { startRefresh } from './start-refresh.ts';

startRefresh(registerIcons);
