import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ProblemError } from '../problem.ts';
import { validate } from '../validation.ts';
import { type FaultEffect, replacementSchemas } from './fault-effect.ts';
import { type FaultRule, maxSeed } from './fault-rule.ts';
import { presets } from './presets.ts';

const replacementNames = Object.keys(replacementSchemas);
/** The headers that describe the connection, and how a body is sent. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns a rule with its defaults; a seed is chosen at random. Throws a ProblemError if the rule is invalid. */
export function readRule(value: unknown): FaultRule {
  validate('NewFault', value, undefined, 'The fault');
  // What is stored must not change when the caller changes its object.
  const { preset, ...members } = structuredClone(value) as Partial<FaultRule> & { preset?: keyof typeof presets };
  const rule: FaultRule = {
    match: {},
    after: 0,
    probability: 1,
    seed: Math.floor(Math.random() * maxSeed),
    phase: 'before',
    effect: members.effect ?? structuredClone(presets[preset!]),
    ...members,
  };
  validateEffect(rule.effect);
  const ofField = ['nullField', 'value'].find((name) => name in rule.effect);
  if (ofField !== undefined && rule.match.coordinate === undefined)
    throw new ProblemError(400, `"effect.${ofField}" needs "match.coordinate".`, `effect.${ofField}`);
  return rule;
}

function validateEffect(effect: FaultEffect): void {
  const names = replacementNames.filter((name) => name in effect);
  if (names.length === 0 && !('delay' in effect)) {
    const known = [...replacementNames, 'delay'].join(', ');
    throw new ProblemError(400, `"effect" has no effect, but must have one of ${known}.`, 'effect');
  }
  if (names.length > 1) {
    const message = `has the effects ${names.join(' and ')}, of which only one is possible`;
    throw new ProblemError(400, `"effect" ${message}, besides delay.`, 'effect');
  }
  const part = ['headers', 'body', 'retryAfter'].find((name) => name in effect);
  if (part !== undefined && !('status' in effect))
    throw new ProblemError(400, `"effect.${part}" needs "effect.status".`, `effect.${part}`);
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
