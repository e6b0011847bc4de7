import { textOf } from '../../src/client/json-value.ts';
import type { Kind } from '../../src/records/records.ts';
import { attachmentCollections, attachments, followers, list, versions } from './attached-records.ts';
import { type PartReading, type RecordReading, readingOf } from './record-reading.ts';
import { field, select } from './selection.ts';
import { type ValueReading, idOf, nodesAt, present, reference } from './values.ts';
import { referenceTo } from './world-builder.ts';

const step = readingOf('steps', 'ParticipatoryProcessStep', { processId: null });

const kindOf = (className: unknown): Kind => (textOf(className).includes('Assembly') ? 'assemblies' : 'processes');

/** The links of a space. A link to the space itself is one from another space, which has it in its own list. */
const links = (kind: Kind): PartReading => ({
  fields: [
    field(
      'linkedParticipatorySpaces',
      select(
        'ParticipatorySpaceLink',
        'id',
        'name',
        'fromType',
        'toType',
        field('participatorySpace', select('ParticipatorySpaceInterface', 'id')),
      ),
    ),
  ],
  read(node, record, world) {
    const self = referenceTo(kind, record.id);
    for (const { value } of present(nodesAt(node, 'linkedParticipatorySpaces'))) {
      const [id, target] = [idOf(value), idOf(value['participatorySpace'])];
      if (id === undefined || target === undefined) continue;
      const to = referenceTo(kindOf(value['toType']), target);
      if (to !== self) world.put('spaceLinks', { id, from: self, to, name: value['name'] });
    }
  },
});

const accessMode = (convert: (mode: string) => unknown): ValueReading => ({
  fields: [{ name: 'accessMode' }],
  read: ({ value }) => (typeof value['accessMode'] === 'string' ? convert(value['accessMode']) : undefined),
});

/** How a kind of space is read: the fields of the query type with all of them and with one. */
export interface SpaceReading {
  kind: 'processes' | 'assemblies';
  many: string;
  one: string;
  type: string;
  /** The field of a component with the id of its space. */
  idField: 'processId' | 'assemblyId';
  reading: RecordReading;
}

/** A space of the deployment. */
export interface FoundSpace extends SpaceReading {
  id: number;
  slug: string;
}

export const spaceReadings: SpaceReading[] = [
  {
    kind: 'processes',
    many: 'participatoryProcesses',
    one: 'participatoryProcess',
    type: 'ParticipatoryProcess',
    idField: 'processId',
    reading: readingOf(
      'processes',
      'ParticipatoryProcess',
      {
        restricted: accessMode((mode) => mode === 'RESTRICTED'),
        groupId: reference('participatoryProcessGroup', 'ParticipatoryProcessGroup'),
      },
      [
        list('steps', step, ({ id }) => ({ processId: id })),
        attachments('processes'),
        attachmentCollections('processes'),
        followers('processes'),
        links('processes'),
      ],
    ),
  },
  {
    kind: 'assemblies',
    many: 'assemblies',
    one: 'assembly',
    type: 'Assembly',
    idField: 'assemblyId',
    reading: readingOf('assemblies', 'Assembly', { access: accessMode((mode) => mode.toLowerCase()) }, [
      attachments('assemblies'),
      attachmentCollections('assemblies'),
      followers('assemblies'),
      versions('assemblies'),
      links('assemblies'),
    ]),
  },
];

export const processGroup = readingOf('processGroups', 'ParticipatoryProcessGroup');
