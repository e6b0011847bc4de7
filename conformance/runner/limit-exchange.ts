import type { Difference, TargetResponse } from '../../src/client/http-message.ts';
import type { Exchange } from '../model/case-exchange.ts';
import { truncate } from '../../src/client/format-text.ts';

// A report contains every exchange of a run, so each is limited.
const maxTextLength = 20_000;
const maxDifferences = 50;
const maxValueLength = 5000;

/** Limits what the report of a run keeps of an exchange, whatever the target sent. */
export const limitExchange = (exchange: Exchange): Exchange => ({
  ...exchange,
  ...(exchange.response ? { response: limitResponse(exchange.response) } : {}),
  differences: limitDifferences(exchange.differences),
});

function limitResponse(response: TargetResponse): TargetResponse {
  if (response.text.length <= maxTextLength) return response;
  return { ...response, text: truncate(response.text, maxTextLength), json: undefined };
}

function limitDifferences(differences: Difference[]): Difference[] {
  const shown = differences.slice(0, maxDifferences).map((each) => ({
    path: truncate(each.path, maxValueLength),
    expected: each.expected,
    actual: limitValue(each.actual),
  }));
  const hidden = differences.length - shown.length;
  if (hidden === 0) return shown;
  return [...shown, { path: '', expected: undefined, actual: `${hidden} more differences` }];
}

function limitValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length <= maxValueLength ? value : truncate(text, maxValueLength);
}
