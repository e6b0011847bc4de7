import { defineConfig } from '@playwright/test';

const port = process.env.PORT ?? '5173';
const executablePath = process.env.CHROMIUM;

export default defineConfig({
  testDir: 'tests',
  // 20 browsers at once: on a small machine, each of them is slow.
  fullyParallel: true,
  workers: 20,
  timeout: 180_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    // The browser of your system; without the variable, the one of `npx playwright install chromium`.
    launchOptions: executablePath ? { executablePath, args: ['--no-sandbox', '--disable-gpu'] } : {},
  },
  webServer: { command: 'npm start', url: `http://localhost:${port}`, env: { PORT: port } },
});
