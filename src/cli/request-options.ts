import { positiveNumber, text } from '../option.ts';

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

/** The folder for reports. */
export const reportsOption = {
  value: 'FOLDER',
  help: 'write reports to this folder, or to a new folder inside it if it is not empty',
  parse: text,
  default: undefined,
} as const;
