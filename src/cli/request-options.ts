import { oneOf, positiveNumber, text } from '../option.ts';

/** The option `--rate` of commands that send requests to a deployment. */
export const rateOption = {
  value: 'N/s',
  help: 'maximum requests per second',
  parse: (value: string) => positiveNumber('a number of requests per second, such as 5/s')(value.replace(/\/s$/, '')),
  default: undefined,
};

/** The option `--timeout` of commands that send requests, in seconds. */
export const timeoutOption = (seconds: number) => ({
  value: 'SECONDS',
  help: 'time limit of a request',
  parse: positiveNumber('a number of seconds'),
  default: seconds,
});

/** The deployment that is judged. */
export const judgedTargetOption = {
  value: 'FILE',
  help: 'target file: URL, dialect, credentials and placeholders of a deployment',
  parse: text,
  default: undefined,
} as const;

/** The options of commands that judge a deployment: how much they may change there, how fast, and where they list it. */
export const judgeOptions = {
  mode: {
    value: 'MODE',
    help: 'observe: only reads; validate: also mutations, skipped by the server; write: everything (default: write for a stand-in on this machine, or else validate)',
    parse: oneOf('observe', 'validate', 'write'),
    default: undefined,
  },
  confirm: {
    value: 'HOST',
    help: 'confirms writing to this host, if it is another machine',
    parse: text,
    default: undefined,
  },
  ledger: {
    value: 'FILE',
    help: 'file that lists what the run wrote, until it is undone',
    parse: text,
    default: undefined,
  },
  rate: rateOption,
  timeout: timeoutOption(10),
} as const;

/** The folder for reports. */
export const reportsOption = {
  value: 'FOLDER',
  help: 'write reports to this folder, or to a new folder inside it if it is not empty',
  parse: text,
  default: undefined,
} as const;
