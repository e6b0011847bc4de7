import { writeFileSync } from 'node:fs';
import { createStandIn } from '../src/index.ts';
import { launchChromium } from '../test/support/page.ts';

// Takes the photographs of docs/pages.md. CHROMIUM names the browser.
const photographs = {
  home: '/',
  console: '/console#records/proposals/1',
};

const standIn = await createStandIn({ world: 'town', dialect: 'decidim-0.32' });
const browser = await launchChromium();
try {
  for (const [name, path] of Object.entries(photographs)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    await page.goto(new URL(path, standIn.url).href, { waitUntil: 'networkidle' });
    if (name === 'home') {
      await page.getByRole('button', { name: 'Send it' }).click();
      await page.getByText('Status 200').waitFor();
    }
    const devTools = await page.context().newCDPSession(page);
    const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
    writeFileSync(new URL(`../docs/${name}.webp`, import.meta.url), Buffer.from(data, 'base64'));
  }
} finally {
  await browser.close();
  await standIn.close();
}
