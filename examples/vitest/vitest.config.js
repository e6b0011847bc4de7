import { defineConfig } from 'vitest/config';

// One stand-in for all test files; without the global setup, each file starts its own.
export default defineConfig({ test: { globalSetup: ['plenum/vitest-global-setup'] } });
