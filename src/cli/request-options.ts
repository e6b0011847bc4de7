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

/** How much of a deployment may be changed. */
export const modeOptions = {
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
} as const;
