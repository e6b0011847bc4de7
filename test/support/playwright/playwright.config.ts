import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.ts',
  workers: 1,
  reporter: 'line',
  outputDir: '../../../node_modules/.playwright',
  use: { launchOptions: { executablePath: process.env['CHROMIUM'], args: ['--no-sandbox', '--disable-gpu'] } },
});
