import type { DialectFamily, DialectNames } from '../../src/contract/suite-dialect.ts';
import { defaultDecidimDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { specificationSuiteDialect } from '../../src/dialects/specification/suite.ts';
import { type TargetRequest, type TargetResponse, graphqlRequest } from '../model/exchange.ts';
import type { Target } from '../model/target.ts';
import { standInIdentity } from '../targets/identify.ts';
import { preflightName } from './ask.ts';

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
    description: 'a body that is cut',
    request: { method: 'POST', headers, body: `{"query": "{ ${preflightName}` },
    familyOf: byStatus({ 400: 'specification', 500: 'decidim' }),
  },
  {
    description: 'an unknown field',
    request: graphqlRequest(`{ ${preflightName} }`, {}, {}),
    familyOf: ({ text }) => {
      if (text.includes('Cannot query field')) return 'specification';
      return text.includes("doesn't exist on type") ? 'decidim' : undefined;
    },
  },
];

/** The dialect that a server uses, and what shows it. */
export interface DialectGuess {
  /** Undefined if the server answers like none of the dialects. */
  name: string | undefined;
  /** Whether at least one response fits a dialect. */
  fits(dialect: DialectNames): boolean;
  evidence: string[];
}

/** Guesses the dialect of a server from what it says of itself at `GET /` and how it refuses bad requests. */
export async function guessDialect(target: Target, root: TargetResponse | undefined): Promise<DialectGuess> {
  const identity = standInIdentity(root);
  const own = identity && suiteDialects[String(identity.dialect)];
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
  }
  const families = [...new Set(votes)];
  const [first] = families.toSorted((a, b) => count(votes, b) - count(votes, a));
  return { name: first && nameOf(first), fits: ({ family }) => families.includes(family), evidence };
}

const count = (votes: DialectFamily[], family: DialectFamily): number => votes.filter((each) => each === family).length;

const nameOf = (family: DialectFamily): string =>
  family === 'decidim' ? defaultDecidimDialect : specificationSuiteDialect.name;
