import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draftCases, draftText } from '../../src/cases/drafts/draft-cases.ts';
import { type Exchange, describeExchange, readExchange, titleOf } from '../../src/cases/drafts/exchange.ts';
import { nameOfRecord } from '../../src/cases/record-ids.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import type { RecordedExchange } from '../../src/client/recording.ts';
import { secretMark } from '../../src/client/secrets.ts';
import type { SuiteDialect } from '../../src/dialects/suite-dialect.ts';
import { writing } from '../../src/errors.ts';

/** Exchanges without a draft. */
export interface OmittedExchange {
  /** `exchange 3 (createMeeting by member returns data)`; the exchanges of a case are separated by commas. */
  exchange: string;
  reason: string;
}

/** The result of a recording. */
export interface RecordingResult {
  /** Paths of the files. */
  written: string[];
  /** Drafts that would contain a secret. */
  withheld: OmittedExchange[];
  notRecordable: OmittedExchange[];
}

interface DraftOptions {
  dialect: SuiteDialect;
  /** The names of the records of the server. */
  placeholders: Record<string, unknown>;
}

/** What a case needs of a recorded exchange: undefined if it is no GraphQL request, with the reason if no case can repeat it. */
export function readRecorded(recorded: RecordedExchange, dialect: SuiteDialect) {
  const { actor, request, response } = recorded;
  const { query, operationName, variables } = isJsonObject(request.json) ? request.json : {};
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  if (request.method !== 'POST' || !isJson || /\/sign_(in|out)\b/.test(request.path) || typeof query !== 'string')
    return undefined;
  const sender =
    actor === 'admin' || actor === 'member' || actor === 'other' || actor === 'anonymous' ? actor : 'stranger';
  const exchange = readExchange(
    { actor: sender, query, operationName, variables, status: response.status, body: response.json },
    dialect,
  );
  const sentence =
    typeof exchange === 'string' ? `${titleOf(query, dialect)} by ${sender}` : describeExchange(exchange);
  return { exchange, sentence };
}

const schemaFile = fileURLToPath(new URL('../../src/cases/case.schema.json', import.meta.url));

/** Writes the cases that repeat recorded exchanges to a folder, but for those that contain a secret. */
export function writeDrafts(
  recorded: RecordedExchange[],
  folder: string,
  { dialect, placeholders }: DraftOptions,
): RecordingResult {
  const result: RecordingResult = { written: [], withheld: [], notRecordable: [] };
  const labels = new Map<Exchange, string>();
  let number = 0;
  for (const each of recorded) {
    const read = readRecorded(each, dialect);
    if (!read) continue;
    const label = `exchange ${(number += 1)} (${read.sentence})`;
    if (typeof read.exchange === 'string') result.notRecordable.push({ exchange: label, reason: read.exchange });
    else labels.set(read.exchange, label);
  }
  const drafts = draftCases([...labels.keys()], {
    dialect,
    nameOf: (kind, id) => nameOfRecord(placeholders, kind, id),
    isTaken: (id) => existsSync(join(folder, `${id}.yaml`)),
  });
  for (const drafted of drafts) {
    const exchange = drafted.exchanges.map((each) => labels.get(each)!).join(', ');
    if ('reason' in drafted) result.notRecordable.push({ exchange, reason: drafted.reason });
    else if (JSON.stringify(drafted.draft).includes(secretMark))
      result.withheld.push({ exchange, reason: 'it contains a token, key or secret' });
    else {
      const file = join(folder, `${drafted.draft.id}.yaml`);
      const text = draftText(drafted.draft, relative(dirname(resolve(file)), schemaFile).replaceAll('\\', '/'));
      writing(file, () => {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text, { flag: 'wx' });
      });
      result.written.push(file);
    }
  }
  return result;
}
