import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ProblemError } from '../problem.ts';
import { validate } from '../validation.ts';
import { type FaultEffect, type FaultRule, type NewFault, effectSchemas, maxSeed } from './fault-rule.ts';

const effectNames = Object.keys(effectSchemas);
/** The headers that describe how a body is sent. */
const ownHeaders = new Set(['connection', 'content-length', 'transfer-encoding']);

/** Returns a rule with its defaults; a seed is chosen at random. Throws a ProblemError if the rule is invalid. */
export function readRule(value: unknown): FaultRule {
  validate('NewFault', value, undefined, 'The fault');
  const rule = {
    match: {},
    after: 0,
    probability: 1,
    seed: Math.floor(Math.random() * maxSeed),
    phase: 'before' as const,
    // What is stored must not change when the caller changes its object.
    ...structuredClone(value as NewFault),
  };
  validateEffect(rule.effect);
  if ('nullField' in rule.effect && rule.match.coordinate === undefined)
    throw new ProblemError(400, '"effect.nullField" needs "match.coordinate".', 'effect.nullField');
  return rule;
}

function validateEffect(effect: FaultEffect): void {
  const names = effectNames.filter((name) => name in effect);
  if (names.length !== 1) {
    const problem = names.length === 0 ? 'has no effect' : `has the effects ${names.join(' and ')}`;
    throw new ProblemError(400, `"effect" ${problem}, but must have one of ${effectNames.join(', ')}.`, 'effect');
  }
  const part = ['headers', 'body', 'retryAfter'].find((name) => name in effect);
  if (part !== undefined && !('status' in effect))
    throw new ProblemError(400, `"effect.${part}" needs "effect.status".`, `effect.${part}`);
  if ('delay' in effect && 'uniform' in effect.delay && effect.delay.uniform[0] > effect.delay.uniform[1])
    throw new ProblemError(400, '"effect.delay.uniform" must begin with the lower number.', 'effect.delay.uniform');
  if ('status' in effect) Object.entries(effect.headers ?? {}).forEach(validateHeader);
}

function validateHeader([name, value]: [string, string]): void {
  const member = `effect.headers.${name}`;
  if (ownHeaders.has(name.toLowerCase())) throw new ProblemError(400, `"${member}" is set by the server.`, member);
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw new ProblemError(400, `"${member}" is not a valid header.`, member);
  }
}
