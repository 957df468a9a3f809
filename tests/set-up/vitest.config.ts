import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'set-up', include: ['*.test.ts'] } });
