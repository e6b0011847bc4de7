import { createDeploymentTarget } from '../../src/client/deployment.ts';
import { truncate } from '../../src/client/format-text.ts';
import { type TargetResponse, describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { isJsonObject, textOf, valueAt } from '../../src/client/json-value.ts';
import { preflightName } from '../../src/client/query-target.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { suiteDialectByName, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError } from '../../src/errors.ts';
import { type Capabilities, capabilitiesOf } from '../discover/capabilities.ts';
import { guessDialect } from '../discover/dialect.ts';
import { readVisibleLocales } from '../discover/locales.ts';
import { readSpaces } from '../discover/spaces.ts';
import { type TownOptions, verdictsOfClients } from './clients.ts';
import type { ClientVerdict, Outcome, TownReport } from './report.ts';
import type { Town } from './towns.ts';
import { TooManyRequestsError, Visit } from './visit.ts';

interface Finding {
  outcome: Outcome;
  sentence: string;
}

/** Ends a visit early, with what is known by then. */
class EndOfVisit extends Error {
  constructor(
    readonly outcome: Outcome,
    readonly sentence: string,
  ) {
    super(sentence);
  }
}

/** What a visit has found so far. */
interface Found {
  capabilities: Capabilities | null;
  clients: ClientVerdict[];
}

const maxSentence = 500;

/** Visits a town, and reports what it can do or why that does not show. Rejects only if it is interrupted. */
export async function surveyTown(town: Town, options: TownOptions): Promise<TownReport> {
  const visit = new Visit(options);
  const found: Found = { capabilities: null, clients: [] };
  const started = new Date();
  const { outcome, sentence } = await visitTown(town, visit, options, found);
  const sorted = visit.milliseconds.toSorted((a, b) => a - b);
  const startedAt = started.toISOString();
  return {
    format: 'plenum-survey',
    formatVersion: 1,
    url: town.url,
    day: startedAt.slice(0, 10),
    startedAt,
    seconds: Math.round((Date.now() - started.getTime()) / 100) / 10,
    outcome,
    sentence: truncate(sentence, maxSentence),
    requests: visit.requests,
    milliseconds:
      sorted.length > 0
        ? { median: Math.round(sorted[Math.floor(sorted.length / 2)]!), slowest: Math.round(sorted.at(-1)!) }
        : null,
    ...found,
  };
}

async function visitTown(town: Town, visit: Visit, options: TownOptions, found: Found): Promise<Finding> {
  try {
    const robots = await visit.readRobots(town.url);
    if (!robots.isAllowed) {
      const { isFailing, reason } = robots;
      return { outcome: isFailing ? 'failing' : 'not allowed', sentence: `${reason}, so nothing else is asked` };
    }
    await readCapabilities(town, visit, options, found);
    found.clients = await verdictsOfClients(town, visit, options);
    return { outcome: 'read', sentence: `answers as ${found.capabilities!.release}` };
  } catch (error) {
    if (options.signal.aborted) throw error;
    if (error instanceof EndOfVisit) return error;
    if (!(error instanceof NoResponseError) && !(error instanceof CommandError)) throw error;
    const sentence = error.message;
    if (found.capabilities) return { outcome: 'partly read', sentence };
    if (error instanceof TooManyRequestsError) return { outcome: 'refused', sentence };
    return { outcome: visit.milliseconds.length > 0 ? 'partly read' : 'no response', sentence };
  }
}

async function readCapabilities(town: Town, visit: Visit, options: TownOptions, found: Found): Promise<void> {
  const { url } = town;
  const open = (name: string): Target =>
    createDeploymentTarget({ url, actors: {} }, suiteDialectByName(name), {
      environment: {},
      timeoutMs: options.timeoutMs,
      // The visit itself is slow.
      requestIntervalMs: 0,
      mayBeAnonymous: true,
      signal: options.signal,
      transport: visit,
    });
  const unknown = open('specification');
  const response = await unknown.send(graphqlRequest(`query ${preflightName} { session { user { id } } }`, {}, {}));
  assertDecidim(response, url);
  const root = await unknown.readRoot();
  const { name, fits, evidence } = await guessDialect(unknown, root);
  if (name === undefined)
    throw new EndOfVisit('no Decidim', `a GraphQL API that answers like no release: ${evidence.join('; ')}`);
  // The oldest release that fits has the fewest fields.
  const target = open(Object.values(suiteDialects).find(fits)!.name);
  const spaces = await readSpaces(target, 'anonymous');
  const locales = await readVisibleLocales(target, root);
  found.capabilities = await capabilitiesOf(target, { release: { name, evidence }, spaces, locales });
}

const end = (outcome: Outcome, sentence: string): never => {
  throw new EndOfVisit(outcome, sentence);
};

/** Ends the visit if the first response shows no Decidim. */
function assertDecidim(response: TargetResponse, url: string): void {
  const { status, json, location, contentType, text, problem } = response;
  if (location !== undefined) {
    if (/\/users\/sign_in/.test(location)) end('refused', 'wants everybody to sign in');
    const isOther = URL.canParse(location, url) && new URL(location, url).host !== new URL(url).host;
    end('redirected', `leads to ${location}${isOther ? ', on another host,' : ','} and is not followed`);
  }
  if (status === 401 || status === 403) end('refused', `refuses requests without a token (status ${status})`);
  if (status >= 500) end('failing', `fails (status ${status})`);
  if (problem !== undefined) end('no GraphQL', problem);
  if (isJsonObject(valueAt(json, ['data']))) return;
  const errors = valueAt(json, ['errors']);
  if (Array.isArray(errors)) {
    const message = truncate(textOf(valueAt(errors[0], ['message'])), 200);
    end('no Decidim', `a GraphQL API that has no session of a user as Decidim has: ${message}`);
  }
  const isPage = /html/.test(contentType) || /^\s*</.test(text);
  const what = json === undefined ? (isPage ? 'a web page' : 'no JSON') : 'JSON that is no GraphQL response';
  end('no GraphQL', `answers ${what} (${describeResponse(response)})`);
}
