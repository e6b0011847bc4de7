import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.ts',
  workers: 1,
  reporter: 'line',
  // The first fixture compiles the sources of the server, on a machine that also runs other tests.
  timeout: 120_000,
  outputDir: '../../../node_modules/.playwright',
  use: { launchOptions: { executablePath: process.env['CHROMIUM'], args: ['--no-sandbox', '--disable-gpu'] } },
});
