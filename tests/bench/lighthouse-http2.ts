import { lighthouseBench } from './lighthouse.ts';

export default lighthouseBench('http2');
