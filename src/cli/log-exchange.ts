import { truncate } from '../client/format-text.ts';
import type { Exchange } from '../control/requests/exchange.ts';
import type { LogFields, Logger } from './logger.ts';

// A client can send any text as an operation name and as a path.
const shorten = (text: string): string => truncate(text, 100);

/** Logs a line for a request: what was asked, by whom, and what came of it. */
export function logExchange(logger: Logger, exchange: Exchange): void {
  const { method, path, operationName, coordinates, user, status, errorCodes, fault, traceparent } = exchange;
  const operation = operationName ?? coordinates[0];
  const fields: LogFields = { method, path: shorten(path) };
  if (operation !== undefined) fields['operation'] = shorten(operation);
  fields['actor'] = user ?? 'anonymous';
  fields['status'] = status ?? 'none';
  if (errorCodes.length > 0)
    fields['errors'] = shorten([...new Set(errorCodes.map((code) => code ?? 'uncoded'))].join(','));
  if (fault !== null) fields['fault'] = fault;
  if (traceparent !== undefined) fields['traceparent'] = traceparent;
  if (exchange.reason !== undefined) fields['reason'] = shorten(exchange.reason);
  logger.info('request', { ...fields, milliseconds: exchange.milliseconds });
}
