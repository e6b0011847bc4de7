import type { RequestFilter } from '../admin/request-schemas.ts';
import { matches } from '../matching.ts';
import type { Exchange } from './exchange.ts';

/** Whether a filter selects an exchange. */
export const isSelected = ({ match = {}, errorCode }: RequestFilter, exchange: Exchange): boolean =>
  matches(match, exchange) && (errorCode === undefined || exchange.errorCodes.includes(errorCode));
