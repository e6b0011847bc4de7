import type { ExecutionResult } from 'graphql';
import { type ErrorCode, errorCodes } from '../../errors.ts';
import { codeOf } from '../../server/http/graphql-handler.ts';
import type { EffectName } from '../faults/fault-effect.ts';

/** What came of a request. */
export type RequestOutcome =
  | 'ok'
  /** The first error has this code. */
  | ErrorCode
  /** The document or its variables were refused. */
  | 'invalid'
  /** Another error in the result, also one of an upstream or of a plug-in. */
  | 'error'
  /** A fault replaced the response or a value of it. */
  | 'fault'
  | 'http_4xx'
  | 'http_5xx'
  /** The connection ended before there was a response. */
  | 'aborted';

const definedCodes: ReadonlySet<string> = new Set(errorCodes);
const isDefined = (code: string): code is ErrorCode => definedCodes.has(code);

/** What came of an execution. */
export function outcomeOfResult({ errors, data }: ExecutionResult): RequestOutcome {
  if (!errors?.[0]) return 'ok';
  const code = codeOf(errors[0]);
  if (code !== null && isDefined(code)) return code;
  return data === undefined ? 'invalid' : 'error';
}

const isSlowness = (effect: EffectName): boolean => effect === 'delay' || effect === 'bandwidth';

/** What came of a request. `effects` are those of its faults; `status` is null if there was no response. */
export function outcomeOf(
  executed: RequestOutcome | undefined,
  effects: readonly EffectName[],
  status: number | null,
): RequestOutcome {
  if (!effects.every(isSlowness)) return 'fault';
  if (status === null) return 'aborted';
  if (executed !== undefined && executed !== 'ok') return executed;
  if (status >= 500) return 'http_5xx';
  return status >= 400 ? 'http_4xx' : 'ok';
}
