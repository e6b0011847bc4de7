import { escapeControlCharacters, escapeLine, formatJson } from '../client/format-text.ts';

/** The details of an event. */
export type LogFields = Record<string, string | number | boolean>;

/** Writes one line for each event. An error is logged with its stack and causes. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  error(event: string, error: Error): void;
}

/** Creates a logger that writes lines of text or of JSON, or nothing. Characters that a terminal would interpret are escaped. */
export function createLogger(format: 'text' | 'json' | 'none', write: (line: string) => void): Logger {
  const line = (level: string, event: string, fields: object) => {
    if (format === 'none') return;
    const time = new Date().toISOString();
    write(`${format === 'json' ? formatJson({ time, level, event, ...fields }) : textOf(time, event, fields)}\n`);
  };
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, error) => line('error', event, { error: error.stack ?? String(error) }),
  };
}

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
