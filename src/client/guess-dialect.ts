import { textOf } from './json-value.ts';
import type { DialectFamily, DialectNames } from '../dialects/suite-dialect.ts';
import { suiteDialects } from '../dialects/dialects.ts';
import { specificationSuiteDialect } from '../dialects/specification.ts';
import { type TargetRequest, type TargetResponse, graphqlRequest } from './http-message.ts';
import type { Target } from './target.ts';
import { standInIdentity } from './identify.ts';
import { guessRelease } from './guess-release.ts';
import { preflightName } from './query-target.ts';
import { CommandError, exitCodes } from '../errors.ts';

/** A request that servers of different dialects answer differently, and how. */
interface Probe {
  description: string;
  request: TargetRequest;
  familyOf(response: TargetResponse): DialectFamily | undefined;
}

const headers = { 'Content-Type': 'application/json' };
const byStatus =
  (statuses: Record<number, DialectFamily>) =>
  ({ status }: TargetResponse): DialectFamily | undefined =>
    statuses[status];

const probes: Probe[] = [
  {
    description: 'a GET request',
    request: { method: 'GET', headers: {} },
    familyOf: byStatus({ 405: 'specification', 301: 'decidim', 302: 'decidim' }),
  },
  {
    description: 'an unknown field',
    request: graphqlRequest(`{ ${preflightName} }`, {}, {}),
    familyOf: ({ text }) => {
      if (text.includes('Cannot query field')) return 'specification';
      return text.includes("doesn't exist on type") ? 'decidim' : undefined;
    },
  },
  // The platform logs it as an error of its own, so it comes last.
  {
    description: 'a body that is cut',
    request: { method: 'POST', headers, body: `{"query": "{ ${preflightName}` },
    familyOf: byStatus({ 400: 'specification', 500: 'decidim' }),
  },
];

const decidingVotes = 2;

/** The dialect that a server uses, and what shows it. */
export interface DialectGuess {
  /** Undefined if the server does not answer like any dialect. */
  name: string | undefined;
  /** Whether the name is that of several releases. */
  isUncertain?: boolean;
  /** Whether at least one response fits a dialect. */
  fits(dialect: DialectNames): boolean;
  evidence: string[];
}

/** Guesses the dialect of a server from what it says of itself at `GET /` and how it refuses bad requests. */
export async function guessDialect(target: Target, root: TargetResponse | undefined): Promise<DialectGuess> {
  const identity = standInIdentity(root);
  const own = identity && suiteDialects[textOf(identity.dialect)];
  if (own)
    return { name: own.name, fits: ({ name }) => name === own.name, evidence: [`GET / says that it is ${own.name}`] };
  const votes: DialectFamily[] = [];
  const evidence: string[] = [];
  for (const { description, request, familyOf } of probes) {
    const response = await target.send(request);
    const family = familyOf(response);
    if (family) votes.push(family);
    evidence.push(
      `${description} is answered ${family ? `as in ${nameOf(family)}` : 'as in no dialect'}: status ${response.status}`,
    );
    if (family && count(votes, family) === decidingVotes) break;
  }
  const families = [...new Set(votes)];
  const [first] = families.toSorted((a, b) => count(votes, b) - count(votes, a));
  if (first !== 'decidim')
    return { name: first && nameOf(first), fits: ({ family }) => families.includes(family), evidence };
  const release = await guessRelease(target);
  const { names } = release;
  const fits = ({ name, family }: DialectNames) =>
    family === 'decidim' ? names.includes(name) : families.includes(family);
  return {
    name: names.length === 1 ? names[0] : `Decidim between ${names[0]} and ${names.at(-1)}`,
    isUncertain: names.length > 1,
    fits,
    evidence: [...release.evidence, ...evidence],
  };
}

/**
 * Returns the dialect of a server and what shows it: `dialect` if it is given, or else what the responses show.
 *
 * @throws CommandError if the server does not answer like any dialect, or if it answers like several and `dialect` is not given.
 */
export async function recognizeDialect(
  target: Target,
  dialect: string | undefined,
): Promise<{ name: string; evidence: string[] }> {
  const { name, isUncertain, evidence } = await guessDialect(target, await target.readRoot());
  if (dialect !== undefined) return { name: dialect, evidence };
  if (name === undefined)
    throw new CommandError(
      `${target.url} does not answer like any dialect: ${evidence.join('; ')}`,
      exitCodes.unreachable,
    );
  if (isUncertain)
    throw new CommandError(
      `${target.url} is ${name}: choose one with --dialect. ${evidence.join('; ')}`,
      exitCodes.usage,
    );
  return { name, evidence };
}

const count = (votes: DialectFamily[], family: DialectFamily): number => votes.filter((each) => each === family).length;

const nameOf = (family: DialectFamily): string => (family === 'decidim' ? 'Decidim' : specificationSuiteDialect.name);
