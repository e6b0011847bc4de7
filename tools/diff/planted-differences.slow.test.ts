import assert from 'node:assert/strict';
import test from 'node:test';
import { type StandInChanges, startInProcessTarget } from '../../src/targets/in-process.ts';
import { mapErrors } from '../../test/mutants/executor-transforms.ts';
import { changeBeforePersisting, withoutRecordChecks } from '../../test/mutants/faulty-stores.ts';
import { type ServerChanges, mutant } from '../../test/mutants/mutated-server.ts';
import { mapAttributes, mapValue, replaceInContract, wrapField } from '../../test/mutants/transforms.ts';
import { createRequestSchema } from './request-schema.ts';
import { sizeOf } from './report.ts';
import { runPlan } from './run.ts';
import type { Disagreement } from './search.ts';
import { additionsFolder } from './targets.ts';

interface PlantedDifference {
  /** The dialect of both servers; of one that is not the specification, only the store is changed. Default: `specification`. */
  dialect?: string;
  /** What the coordinates of the tested fields start with; every field if omitted. */
  only?: string;
  /** A seed that finds it early, because a test has little time. Default: 1. */
  seed?: number;
  changes: ServerChanges;
  cause: RegExp;
  /** The highest number of values in the variables, and of characters of the request. */
  maxValues: number;
  maxCharacters: number;
}

/** Small changes to a server, by what the changed server does. */
const plantedDifferences: Record<string, PlantedDifference> = {
  'a blank address is valid': {
    changes: { contract: replaceInContract('address: String @constraint(notBlank: true)', 'address: String') },
    cause: / address: refused \/ accepted$/,
    maxValues: 9,
    maxCharacters: 520,
  },
  'the highest latitude is 89 degrees': {
    seed: 3,
    changes: { contract: replaceInContract('minimum: -90, maximum: 90', 'minimum: -90, maximum: 89') },
    cause: / latitude: accepted \/ refused$/,
    maxValues: 9,
    maxCharacters: 520,
  },
  'a meeting may end when it starts': {
    seed: 3,
    changes: {
      store: withoutRecordChecks,
      outerResolvers: {
        'MeetingMutation.update': mapAttributes(({ endTime, ...others }) => {
          const isEqual = endTime === others['startTime'];
          return { ...others, endTime: isEqual ? String(endTime).replace('Z', '.001Z') : endTime };
        }),
      },
    },
    cause: / endTime: refused \/ accepted$/,
    maxValues: 8,
    maxCharacters: 500,
  },
  'an address is cut after 100 characters': {
    changes: {
      store: changeBeforePersisting('meetings', ({ address }) => ({ address: address?.slice(0, 100) ?? null })),
    },
    cause: /\.address: another value/,
    maxValues: 9,
    maxCharacters: 620,
  },
  'location hints are returned, but not stored': {
    seed: 3,
    changes: {
      outerResolvers: {
        'Meetings.meeting': mapValue((record: object | undefined) => record && { ...record, locationHints: null }),
      },
    },
    cause: /^Meeting\.locationHints: a value instead of null \(after /,
    maxValues: 8,
    maxCharacters: 520,
  },
  'a rejected proposal has no state': {
    changes: wrapField(
      'Proposal.state',
      mapValue((state: unknown) => (state === 'rejected' ? null : state)),
    ),
    cause: /^ProposalMutation\.answer\.state: a value instead of null$/,
    maxValues: 3,
    maxCharacters: 320,
  },
  'participants may create results': {
    changes: {
      contract: replaceInContract(
        'createResult(input: CreateResultInput!): Result @auth(requires: ADMINISTRATOR)',
        'createResult(input: CreateResultInput!): Result',
      ),
    },
    cause: /^AccountabilityMutation\.createResult: MUTATION_NOT_AUTHORIZED_ERROR at createResult \/ success$/,
    maxValues: 2,
    maxCharacters: 280,
  },
  'the error of an unknown locale has another code': {
    seed: 3,
    changes: {
      executor: mapErrors(({ extensions, ...error }) => {
        const isLocaleError = extensions?.['code'] === 'INVALID_LOCALE_ERROR';
        return { ...error, extensions: isLocaleError ? { ...extensions, code: 'LOCALE_ERROR' } : extensions };
      }),
    },
    cause: /: INVALID_LOCALE_ERROR at \w+ \/ LOCALE_ERROR at \w+$/,
    maxValues: 3,
    maxCharacters: 310,
  },
  'a text that a locale does not have is empty instead of null': {
    seed: 3,
    changes: wrapField(
      'TranslatedField.translation',
      mapValue((text: unknown) => text ?? ''),
    ),
    cause: /\.translation: null instead of a value/,
    maxValues: 10,
    maxCharacters: 600,
  },
  'every page has a next page': {
    seed: 3,
    changes: wrapField(
      'PageInfo.hasNextPage',
      mapValue(() => true),
    ),
    cause: /\.hasNextPage: another value$/,
    maxValues: 1,
    maxCharacters: 200,
  },
  'the progress of a parent is 100 at most': {
    dialect: 'decidim-develop',
    only: 'ResultMutation.delete',
    seed: 3,
    changes: {
      store: changeBeforePersisting('results', ({ derivedProgress = null }) =>
        derivedProgress !== null && derivedProgress > 100 ? { derivedProgress: 100 } : {},
      ),
    },
    cause: /^Result\.progress: another value/,
    maxValues: 7,
    maxCharacters: 460,
  },
  'a child is never deleted': {
    dialect: 'decidim-develop',
    only: 'ResultMutation',
    seed: 3,
    changes: {
      store: changeBeforePersisting('results', ({ parentId, deletedAt }) =>
        parentId && deletedAt ? { deletedAt: null } : {},
      ),
    },
    cause: /^ResultMutation\.delete|\(after ResultMutation\.delete\)$/,
    maxValues: 3,
    maxCharacters: 320,
  },
  'the update of a milestone keeps the locales that it does not have': {
    dialect: 'decidim-develop',
    only: 'ResultMutation.updateMilestone',
    seed: 3,
    changes: {
      store: changeBeforePersisting('milestones', ({ title }, before) => ({ title: { ...before?.title, ...title } })),
    },
    cause: /^(ResultMutation\.updateMilestone|Milestone)\.title\./,
    maxValues: 6,
    maxCharacters: 460,
  },
};

/** Creates the changes of a server; `onBug` receives errors that the change does not intend. */
function createChanges(
  { dialect, changes }: PlantedDifference,
  name: string,
  onBug: (error: Error) => void,
): StandInChanges {
  if (dialect === undefined) return mutant(name, 'update-meeting/title', changes).build(onBug);
  return { wrapStore: changes.store, onBug };
}

for (const [name, planted] of Object.entries(plantedDifferences))
  test(`finds and shrinks this difference: ${name}`, async (t) => {
    const bugs: Error[] = [];
    const changes = createChanges(planted, name, (error) => bugs.push(error));
    const options = { dialect: planted.dialect, additionsFolder, timeoutMs: 60_000 };
    const targets = {
      a: await startInProcessTarget(options),
      b: await startInProcessTarget({ ...options, changes }),
    };
    t.after(() => Promise.all([targets.a.close(), targets.b.close()]));
    const plan = {
      ...(await createRequestSchema(targets)),
      mode: 'write',
      seed: planted.seed ?? 1,
      count: 500,
      only: planted.only,
      known: [],
    } as const;
    const isPlanted = ({ cause }: Disagreement) => planted.cause.test(cause.names[0]);
    const found = new AbortController();
    const { disagreements } = await runPlan(targets, plan, found.signal, {
      onDisagreement: (each) => isPlanted(each) && found.abort(),
    });
    assert.deepEqual(bugs, [], 'the changed server has a bug of its own');
    const disagreement = disagreements.find(isPlanted);
    assert.ok(disagreement, disagreements.map(({ cause }) => cause.names[0]).join('\n'));
    const { exchanges, foundAt, path } = disagreement;
    const { request } = exchanges[0]!;
    const size = sizeOf(request);
    t.diagnostic(`request ${foundAt}, ${JSON.stringify(size)}: ${request.query} ${JSON.stringify(request.variables)}`);
    assert.ok(size.values <= planted.maxValues, `${size.values} values`);
    assert.ok(size.characters <= planted.maxCharacters, `${size.characters} characters`);

    const repeated = await runPlan(targets, { ...plan, path }, new AbortController().signal);
    const again = repeated.disagreements.find(isPlanted);
    assert.deepEqual(again?.exchanges[0]!.request, request);
  });
