import { type Match, matches } from '../matching.ts';
import type { Exchange } from './exchange.ts';

/** Which exchanges of a journal are meant. If omitted, all. */
export interface RequestFilter {
  match?: Match;
  /** A code that one of the errors has; null for an error without a code. */
  errorCode?: string | null;
}

/** Whether a filter selects an exchange. */
export const isSelected = ({ match = {}, errorCode }: RequestFilter, exchange: Exchange): boolean =>
  matches(match, exchange) && (errorCode === undefined || exchange.errorCodes.includes(errorCode));
