import { useState } from 'react';
import useSWR from 'swr';
import { type ControlError, sendToControl } from '../../shared/control.ts';
import { controlToken, useStoredValue } from '../../shared/stored-value.ts';
import { type Scrape, readScrape } from './scrape.ts';

const refreshMs = 2000;
const maxScrapes = 90;

/** Reads the metrics every two seconds while the reader looks; the last three minutes. */
export function useScrapes(): { scrapes: readonly Scrape[]; error: ControlError | undefined } {
  const [scrapes, setScrapes] = useState<readonly Scrape[]>([]);
  const { error } = useSWR<Scrape, ControlError>(
    ['GET /__admin/metrics', useStoredValue(controlToken)],
    async () => readScrape(await (await sendToControl('GET /__admin/metrics', {})).text(), Date.now()),
    {
      refreshInterval: refreshMs,
      shouldRetryOnError: false,
      onSuccess: (scrape) => setScrapes((before) => append(before, scrape)),
    },
  );
  return { scrapes, error };
}

/** Adds a reading; those before a restart of the server have nothing to do with it. */
function append(scrapes: readonly Scrape[], scrape: Scrape): readonly Scrape[] {
  const last = scrapes.at(-1);
  if (last && scrape.time <= last.time) return scrapes;
  const isRestarted = last !== undefined && scrape.requests.successful < last.requests.successful;
  return isRestarted ? [scrape] : [...scrapes, scrape].slice(-maxScrapes);
}
