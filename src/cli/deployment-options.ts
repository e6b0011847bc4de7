import type { Patience } from '../client/patience.ts';
import { dialectName, endpointUrl, positiveNumber, text } from '../option.ts';
import type { Terminal } from './terminal.ts';

// The options of commands that send requests to a deployment.

export const urlOption = {
  value: 'URL',
  help: 'GraphQL endpoint; without a path, /api',
  parse: endpointUrl,
} as const;

export const dialectOption = { value: 'NAME', help: 'dialect of the server', parse: dialectName } as const;

/** In milliseconds from the start of one request to that of the next. */
export const rateOption = {
  value: 'N/s',
  help: 'maximum requests per second (default: 1.5/s; for a stand-in, no limit)',
  parse: (value: string) =>
    1000 / positiveNumber('a number of requests per second, such as 5/s')(value.replace(/\/s$/, '')),
} as const;

/** Shows a line before a request is sent again to a server that cannot respond for now. */
export const showWait =
  ({ progress }: Terminal): NonNullable<Patience['onWait']> =>
  (reason, waitMs) =>
    progress(`${reason}: sent again in ${Math.ceil(waitMs / 1000)} s`, true);

/** The folder for reports. */
export const reportsOption = {
  value: 'FOLDER',
  help: 'write reports to this folder, or to a new folder inside it if it is not empty',
  parse: text,
} as const;

export const waiverOptions = {
  waivers: { value: 'FILE', help: 'known failures, in addition to those of the project', parse: text },
  writeWaivers: {
    value: 'FILE',
    help: 'write a waiver for each failure of this run to a new file, so that later runs show what is new',
    parse: text,
  },
} as const;
