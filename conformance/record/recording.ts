import type { IncomingMessage } from 'node:http';
import { type GraphQLSchema, getOperationAST } from 'graphql';
import type { SuiteDialect } from '../../src/contract/suite-dialect.ts';
import { type Chain, type ReplayableExchange, groupIntoChains } from './chains.ts';
import type { Credentials } from './credentials.ts';
import {
  type DraftOptions,
  createDraftCase,
  operationFoldersByDocument,
  describeExchange,
  documentTitle,
} from './draft-case.ts';
import { parseResponse, parseRequest } from './exchange.ts';
import { readOutcome } from './outcome.ts';
import { looksLikePattern } from './pattern.ts';
import { findIdLocations } from './record-ids.ts';
import { writeDraft } from './write-draft.ts';

/** A GraphQL exchange that was noted: what was seen, and why it cannot be recorded, if so. */
export interface ExchangeNotice {
  /** Its place among the GraphQL requests of the recording, from 1. */
  number: number;
  sentence: string;
  notRecordable?: string;
}

/** What became no draft, and why. */
export interface OmittedExchange {
  /** `exchange 3 (createMeeting by member is answered with data)`; those of a chain, with commas between. */
  exchange: string;
  reason: string;
}

/** What a recording came to: the files of the drafts, and what became none. */
export interface RecordingResult {
  written: string[];
  /** Drafts that would have held a secret. */
  withheld: OmittedExchange[];
  notRecordable: OmittedExchange[];
}

/** A request and its answer as HTTP has them; bodies are undefined when they are too long. */
export interface HttpMessagePair {
  incoming: IncomingMessage;
  requestBody: Buffer | undefined;
  response: IncomingMessage;
  responseBody: Buffer | undefined;
  /** The moment that the request came. */
  startMoment: number;
}

export interface RecordingOptions {
  schema: GraphQLSchema;
  credentials: Credentials;
  dialect: SuiteDialect;
  placeholders: Record<string, unknown>;
  onExchange: (noted: ExchangeNotice) => void;
}

/** The exchanges that a recorder sees, and the drafts that they become. */
export interface Recording {
  /** The next moment in the order of the recording. */
  nextMoment(): number;
  add(passed: HttpMessagePair): void;
  /** Writes the drafts into a folder. */
  writeDrafts(out: string): RecordingResult;
}

/** An empty recording. */
export function createRecording({
  schema,
  credentials,
  dialect,
  placeholders,
  onExchange,
}: RecordingOptions): Recording {
  const recorded: ReplayableExchange[] = [];
  const notRecordable: OmittedExchange[] = [];
  let now = 0;
  let number = 0;
  const nextMoment = () => (now += 1);
  const said = (sentence: string) => (credentials.containsSecret(sentence) ? 'its name holds a secret' : sentence);
  const named = (of: number, sentence: string) => `exchange ${of} (${said(sentence)})`;

  function refuse(of: number, sentence: string, reason: string): void {
    notRecordable.push({ exchange: named(of, sentence), reason });
    onExchange({ number: of, sentence: said(sentence), notRecordable: reason });
  }

  function add({ incoming, requestBody: bytesSent, response, responseBody, startMoment }: HttpMessagePair): void {
    const request = parseRequest(incoming, bytesSent);
    if (request === undefined) return undefined;
    number += 1;
    const actor = credentials.actorOf(incoming.headers.authorization);
    if (typeof request === 'string') return refuse(number, `a request by ${actor}`, request);
    const { document, operationName } = request;
    const title = `${documentTitle(document)} by ${actor}`;
    const answer = parseResponse(response, responseBody);
    if (typeof answer === 'string') return refuse(number, title, answer);
    const outcome = readOutcome(answer, response.statusCode!, dialect);
    if (typeof outcome === 'string') return refuse(number, title, outcome);
    if (looksLikePattern([request.variables, outcome]))
      return refuse(number, title, 'a value of it reads as a name or a pattern of a case');
    const idLocations = document
      ? findIdLocations(schema, document, operationName)
      : { variables: new Map(), response: new Map() };
    const operation = document && getOperationAST(document, operationName)?.operation;
    const writes = operation === 'mutation' && 'data' in outcome;
    const order = { number, startMoment, endMoment: nextMoment() };
    const exchange: ReplayableExchange = { ...request, ...order, actor, outcome, idLocations, operation, writes };
    recorded.push(exchange);
    return onExchange({ number, sentence: said(describeExchange(exchange)) });
  }

  function writeDrafts(out: string): RecordingResult {
    const outcomes: RecordingResult = { written: [], withheld: [], notRecordable: [...notRecordable] };
    const drafting: DraftOptions = { dialect, names: placeholders, operations: operationFoldersByDocument(dialect) };
    const seen = new Set<string>();
    for (const chain of groupIntoChains(recorded, placeholders)) {
      const draft = createDraftCase(chain, drafting);
      const text = JSON.stringify(draft);
      if (seen.has(text)) continue;
      seen.add(text);
      if (credentials.containsSecret(draft)) {
        outcomes.withheld.push({ exchange: nameOf(chain), reason: 'a token, key or secret stands in it' });
        continue;
      }
      const result = writeDraft(draft, out);
      if ('file' in result) outcomes.written.push(result.file);
      else outcomes.notRecordable.push({ exchange: nameOf(chain), reason: result.reason });
    }
    return outcomes;
  }
  const nameOf = ({ exchanges }: Chain) =>
    exchanges.map((each) => named(each.number, describeExchange(each))).join(', ');

  return { nextMoment, add, writeDrafts };
}
