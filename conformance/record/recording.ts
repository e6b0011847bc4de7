import type { IncomingMessage } from 'node:http';
import { type GraphQLSchema, getOperationAST } from 'graphql';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { type Chain, type Recorded, chainsOf } from './chains.ts';
import type { Credentials } from './credentials.ts';
import { type Drafting, draftOf, operationFolders, sentenceOf, titleOf } from './draft.ts';
import { readAnswer, readRequest } from './exchange.ts';
import { outcomeOf } from './outcome.ts';
import { readsAsPattern } from './pattern.ts';
import { idPlaces } from './record-ids.ts';
import { writeDraft } from './write.ts';

/** A GraphQL exchange that was noted: what was seen, and why it cannot be recorded, if so. */
export interface Noted {
  /** Its place among the GraphQL requests of the recording, from 1. */
  number: number;
  sentence: string;
  notRecordable?: string;
}

/** What became no draft, and why. */
export interface Left {
  /** `exchange 3 (createMeeting by member is answered with data)`; those of a chain, with commas between. */
  exchange: string;
  reason: string;
}

/** What a recording came to: the files of the drafts, and what became none. */
export interface Outcomes {
  written: string[];
  /** Drafts that would have held a secret. */
  withheld: Left[];
  notRecordable: Left[];
}

/** A request and its answer as HTTP has them; bodies are undefined when they are too long. */
export interface Passed {
  incoming: IncomingMessage;
  request: Buffer | undefined;
  answer: IncomingMessage;
  bytes: Buffer | undefined;
  /** The moment that the request came. */
  arrived: number;
}

export interface RecordingOptions {
  schema: GraphQLSchema;
  credentials: Credentials;
  dialect: Dialect;
  names: Record<string, unknown>;
  onExchange: (noted: Noted) => void;
}

/** The exchanges that a recorder sees, and the drafts that they become. */
export interface Recording {
  /** The next moment in the order of the recording. */
  moment(): number;
  note(passed: Passed): void;
  /** Writes the drafts into a folder. */
  write(out: string): Outcomes;
}

/** An empty recording. */
export function createRecording({ schema, credentials, dialect, names, onExchange }: RecordingOptions): Recording {
  const recorded: Recorded[] = [];
  const notRecordable: Left[] = [];
  let now = 0;
  let number = 0;
  const moment = () => (now += 1);
  const said = (sentence: string) => (credentials.isIn(sentence) ? 'its name holds a secret' : sentence);
  const named = (of: number, sentence: string) => `exchange ${of} (${said(sentence)})`;

  function refuse(of: number, sentence: string, reason: string): void {
    notRecordable.push({ exchange: named(of, sentence), reason });
    onExchange({ number: of, sentence: said(sentence), notRecordable: reason });
  }

  function note({ incoming, request: bytesSent, answer: response, bytes, arrived }: Passed): void {
    const request = readRequest(incoming, bytesSent);
    if (request === undefined) return undefined;
    number += 1;
    const actor = credentials.actor(incoming.headers.authorization);
    if (typeof request === 'string') return refuse(number, `a request by ${actor}`, request);
    const { document, operationName } = request;
    const title = `${titleOf(document)} by ${actor}`;
    const answer = readAnswer(response, bytes);
    if (typeof answer === 'string') return refuse(number, title, answer);
    const outcome = outcomeOf(answer, response.statusCode!, dialect);
    if (typeof outcome === 'string') return refuse(number, title, outcome);
    if (readsAsPattern([request.variables, outcome]))
      return refuse(number, title, 'a value of it reads as a name or a pattern of a case');
    const places = document ? idPlaces(schema, document, operationName) : { variables: new Map(), answered: new Map() };
    const operation = document && getOperationAST(document, operationName)?.operation;
    const writes = operation === 'mutation' && 'data' in outcome;
    const order = { number, started: arrived, answered: moment() };
    const exchange: Recorded = { ...request, ...order, actor, outcome, places, operation, writes };
    recorded.push(exchange);
    return onExchange({ number, sentence: said(sentenceOf(exchange)) });
  }

  function write(out: string): Outcomes {
    const outcomes: Outcomes = { written: [], withheld: [], notRecordable: [...notRecordable] };
    const drafting: Drafting = { dialect, names, operations: operationFolders(dialect) };
    const seen = new Set<string>();
    for (const chain of chainsOf(recorded, names)) {
      const draft = draftOf(chain, drafting);
      const text = JSON.stringify(draft);
      if (seen.has(text)) continue;
      seen.add(text);
      if (credentials.isIn(draft)) {
        outcomes.withheld.push({ exchange: nameOf(chain), reason: 'a token, key or secret stands in it' });
        continue;
      }
      const result = writeDraft(draft, out);
      if ('file' in result) outcomes.written.push(result.file);
      else outcomes.notRecordable.push({ exchange: nameOf(chain), reason: result.reason });
    }
    return outcomes;
  }
  const nameOf = ({ exchanges }: Chain) => exchanges.map((each) => named(each.number, sentenceOf(each))).join(', ');

  return { moment, note, write };
}
