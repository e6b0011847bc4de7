import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why the tests of the page cannot run here; false where they can. A browser that is named and not there is an error. */
export const chromiumSkipReason: string | false =
  process.env['CHROMIUM'] || existsSync(executablePath) ? false : `there is no ${executablePath}; name one in CHROMIUM`;

/** A headless Chromium that asks for nothing by itself. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath,
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

/** A script for a page: the texts whose colour has less contrast with what is behind them than 4.5. */
export const lowContrastScript = `(() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return numbers(colour)[3] === 0 ? ground(element.parentElement) : colour;
  };
  const seen = new Map();
  for (const element of document.querySelectorAll('h1,h2,h3,p,strong,dt,dd,li,b,small,th,td,a,code,span,summary')) {
    if (!element.checkVisibility()) continue;
    const pair = [getComputedStyle(element).color, ground(element)];
    const [a, b] = pair.map(light).sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) seen.set(pair.join(' on '), element.textContent.slice(0, 40));
  }
  return [...seen];
})()`;
