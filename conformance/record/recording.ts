import type { IncomingMessage } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { SuiteDialect } from '../../src/dialects/suite-dialect.ts';
import { type Chain, type ReplayableExchange, groupIntoChains } from '../../src/cases/drafts/chains.ts';
import type { Credentials } from './credentials.ts';
import { type DraftOptions, createDraftCase, describeExchange } from '../../src/cases/drafts/draft-case.ts';
import { documentTitle } from '../../src/cases/documents.ts';
import { parseRequest, parseResponse } from '../../src/cases/drafts/recorded-exchange.ts';
import { toReplayable } from '../../src/cases/drafts/replayable.ts';
import { type UnwrittenFile, writeDraft } from '../../src/cases/drafts/write-draft.ts';

/** Describes a GraphQL exchange that the recorder received. */
export interface ExchangeNotice {
  /** Its number among the GraphQL requests of the recording, from 1. */
  number: number;
  sentence: string;
  /** Why it cannot be recorded. */
  notRecordable?: string;
}

/** Exchanges without a draft. */
export interface OmittedExchange {
  /** `exchange 3 (createMeeting by member returns data)`; the exchanges of a chain are separated by commas. */
  exchange: string;
  reason: string;
}

/** The result of a recording. */
export interface RecordingResult {
  /** Paths of the drafts. */
  written: string[];
  /** Drafts, and documents of their folders, that could not be written. */
  unwritten: UnwrittenFile[];
  /** Drafts that would contain a secret. */
  withheld: OmittedExchange[];
  notRecordable: OmittedExchange[];
}

/** A request and its response; a body is undefined if it is too long. */
export interface HttpMessagePair {
  request: IncomingMessage;
  requestBody: Buffer | undefined;
  response: IncomingMessage;
  responseBody: Buffer | undefined;
  /** When the request started; from `nextMoment`. */
  startMoment: number;
}

export interface RecordingOptions {
  /** The contract. */
  schema: GraphQLSchema;
  credentials: Credentials;
  dialect: SuiteDialect;
  placeholders: Record<string, unknown>;
  onExchange: (notice: ExchangeNotice) => void;
}

/** Collects exchanges and turns them into draft cases. */
export interface Recording {
  /** Numbers an event, such as the start of a request. */
  nextMoment(): number;
  add(messages: HttpMessagePair): void;
  writeDrafts(folder: string): RecordingResult;
}

/** Creates an empty recording. */
export function createRecording({
  schema,
  credentials,
  dialect,
  placeholders,
  onExchange,
}: RecordingOptions): Recording {
  const exchanges: ReplayableExchange[] = [];
  const notRecordable: OmittedExchange[] = [];
  let lastMoment = 0;
  let lastNumber = 0;
  const nextMoment = () => (lastMoment += 1);
  const redacted = (sentence: string) =>
    credentials.containsSecret(sentence) ? 'its name contains a secret' : sentence;
  const label = (number: number, sentence: string) => `exchange ${number} (${redacted(sentence)})`;
  const chainLabel = (chain: Chain) =>
    chain.exchanges.map((each) => label(each.number, describeExchange(each))).join(', ');

  function omit(number: number, sentence: string, reason: string): void {
    notRecordable.push({ exchange: label(number, sentence), reason });
    onExchange({ number, sentence: redacted(sentence), notRecordable: reason });
  }

  function add({ request, requestBody, response, responseBody, startMoment }: HttpMessagePair): void {
    const parsedRequest = parseRequest(request, requestBody);
    if (parsedRequest === undefined) return undefined;
    lastNumber += 1;
    const number = lastNumber;
    const actor = credentials.actorOf(request.headers.authorization);
    if (typeof parsedRequest === 'string') return omit(number, `a request by ${actor}`, parsedRequest);
    const title = `${documentTitle(parsedRequest.document)} by ${actor}`;
    const body = parseResponse(response, responseBody);
    if (typeof body === 'string') return omit(number, title, body);
    const order = { number, startMoment, endMoment: nextMoment() };
    const observed = { request: parsedRequest, actor, status: response.statusCode!, body, ...order };
    const exchange = toReplayable(observed, { schema, dialect });
    if (typeof exchange === 'string') return omit(number, title, exchange);
    exchanges.push(exchange);
    return onExchange({ number, sentence: redacted(describeExchange(exchange)) });
  }

  function writeDrafts(folder: string): RecordingResult {
    const result: RecordingResult = { written: [], unwritten: [], withheld: [], notRecordable: [...notRecordable] };
    const draftOptions: DraftOptions = { dialect, placeholders };
    const seen = new Set<string>();
    const takenIds = new Set<string>();
    for (const chain of groupIntoChains(exchanges, placeholders)) {
      const draft = createDraftCase(chain, draftOptions);
      const text = JSON.stringify(draft);
      if (seen.has(text)) continue;
      seen.add(text);
      if (credentials.containsSecret(draft)) {
        result.withheld.push({ exchange: chainLabel(chain), reason: 'it contains a token, key or secret' });
        continue;
      }
      const outcome = writeDraft(draft, folder, takenIds);
      if ('reason' in outcome) {
        result.notRecordable.push({ exchange: chainLabel(chain), reason: outcome.reason });
        continue;
      }
      const { file, unwritten } = outcome;
      result.unwritten.push(...unwritten);
      if (!unwritten.some((each) => each.file === file)) result.written.push(file);
    }
    return result;
  }

  return { nextMoment, add, writeDrafts };
}
