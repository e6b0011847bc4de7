import { after, before } from 'node:test';
import type { Browser } from '@playwright/test';
import { type StandIn, createStandIn } from '../../src/index.ts';
import type { DialectName } from '../../src/dialects/dialects.ts';
import { launchChromium } from './chromium.ts';
import { bundlePages } from './page.ts';

/** A browser, and a stand-in with the town. */
interface TownPages {
  browser: Browser;
  standIn: StandIn;
}

/** Launches a browser and starts a stand-in with the town before the tests of a suite, which can use both, and closes them after the last. */
export function openTownPages(dialect: DialectName = 'decidim-0.32'): TownPages {
  const town = {} as TownPages;
  before(async () => {
    town.browser = await launchChromium();
    town.standIn = await createStandIn({ world: 'town', dialect });
    await bundlePages(town.standIn.url);
  });
  after(async () => {
    await town.browser.close();
    await town.standIn.close();
  });
  return town;
}
