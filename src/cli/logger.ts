import { escapeControlCharacters, escapeLine, formatJson, truncate } from '../client/format-text.ts';
import { replaceInText } from '../client/secrets.ts';
import type { Exchange } from '../control/requests/exchange.ts';
import { StorageError } from '../errors.ts';

/** The details of an event. */
export type LogFields = Record<string, string | number | boolean>;

/** Writes one line for each event. An error is logged with its stack and causes. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  error(event: string, error: Error): void;
}

/** Creates a logger that writes lines of text or of JSON, or nothing. They have no secrets, and no characters that a terminal would interpret. */
export function createLogger(format: 'text' | 'json' | 'none', write: (line: string) => void): Logger {
  const line = (level: string, event: string, given: LogFields) => {
    if (format === 'none') return;
    const shown = Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? hideSecrets(value) : value,
    ]);
    const fields = Object.fromEntries(shown) as LogFields;
    const time = new Date().toISOString();
    write(`${format === 'json' ? formatJson({ time, level, event, ...fields }) : textOf(time, event, fields)}\n`);
  };
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, error) => line('error', event, { error: error.stack ?? String(error) }),
  };
}

const hideSecrets = (text: string): string => replaceInText(text, () => '[withheld]');

const textOf = (time: string, event: string, fields: object): string =>
  [
    time,
    event,
    ...Object.entries(fields).map(([name, value]) =>
      name === 'error' ? `\n${escapeControlCharacters(String(value))}` : `${name}=${formatField(String(value))}`,
    ),
  ].join(' ');

/** Quotes a value that could look like several fields. */
const formatField = (value: string): string => (/[\s="]|^$/.test(value) ? formatJson(value) : escapeLine(value));

// A client can send any text as an operation name and as a path.
const shorten = (text: string): string => truncate(text, 100);

/** Logs a line for a request: what was asked, by whom, and what came of it. */
export function logExchange(logger: Logger, exchange: Exchange): void {
  const { method, path, operationName, coordinates, user, status, errorCodes, fault, reason, milliseconds } = exchange;
  const operation = operationName ?? coordinates[0];
  const codes = [...new Set(errorCodes.map((code) => code ?? 'uncoded'))].join(',');
  logger.info('request', {
    method,
    path: shorten(path),
    ...(operation !== undefined && { operation: shorten(operation) }),
    actor: user ?? 'anonymous',
    status: status ?? 'none',
    ...(codes !== '' && { errors: shorten(codes) }),
    ...(fault !== null && { fault }),
    ...(reason !== undefined && { reason: truncate(reason, 1000) }),
    milliseconds,
  });
}

/** Logs a bug with its stack; a disk that fails is not a bug. */
export const logBug = (logger: Logger, error: Error): void =>
  error instanceof StorageError
    ? logger.info('records could not be written', { reason: (error.cause as Error).message })
    : logger.error('bug', error);
