import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

/** The browsers of Debian's packages. The first one has no windows, and needs about half of the processor time of the other. */
const packaged = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser that tests use: CHROMIUM, or one of a package. */
export const chromiumPath = process.env['CHROMIUM'] ?? packaged.find((path) => existsSync(path)) ?? packaged[0]!;

/** Why tests that need a browser are skipped; false if they run. If CHROMIUM is set, they always run. */
export const chromiumSkipReason: string | false =
  process.env['CHROMIUM'] || existsSync(chromiumPath)
    ? false
    : `${packaged.join(' and ')} do not exist; set CHROMIUM to the path of a browser`;

/** Launches a headless Chromium without background requests. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** A script for a page that returns the texts with a contrast below 4.5. */
export const lowContrastScript = `(() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = numbers(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return numbers(colour)[3] === 0 ? background(element.parentElement) : colour;
  };
  const seen = new Map();
  for (const element of document.querySelectorAll('h1,h2,h3,p,strong,dt,dd,li,b,small,th,td,a,code,span,summary')) {
    if (!element.checkVisibility()) continue;
    const pair = [getComputedStyle(element).color, background(element)];
    const [a, b] = pair.map(luminance).sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) seen.set(pair.join(' on '), element.textContent.slice(0, 40));
  }
  return [...seen];
})()`;
