import { textOf } from '../../src/client/json-value.ts';
import type { Kind } from '../../src/records/records.ts';
import { type PartReading, type RecordReading, readingOf } from './record-reading.ts';
import { field, select } from './selection.ts';
import { file, fileNameOf } from './file-values.ts';
import { type Node, type ValueReading, nodeAt, nodesAt, present, scalar, idOf, user, users } from './values.ts';
import { type ImportedRecord, type WorldBuilder, referenceTo } from './world-builder.ts';

type Known = (record: ImportedRecord, world: WorldBuilder) => Record<string, unknown>;

const readEach =
  (find: (node: Node, name: string) => readonly (Node | undefined)[]) =>
  (name: string, reading: RecordReading, known: Known): PartReading => ({
    fields: [field(name, reading.selection)],
    read(node, record, world) {
      for (const each of present(find(node, name))) reading.read(each, world, known(record, world));
    },
  });

/** The records in the list of a field, which refer to the record above them. */
export const list = readEach(nodesAt);

/** The record of a field, which refers to the record above it. */
export const single = readEach((node, name) => [nodeAt(node, name)]);

export const likes = (kind: Kind): PartReading => {
  const reading = users('likes');
  return {
    fields: reading.fields,
    read(node, { id }, world) {
      for (const userId of (reading.read(node, world) ?? []) as number[])
        world.add('likes', { resource: referenceTo(kind, id), userId });
    },
  };
};

export const followers = (kind: Kind): PartReading => {
  const reading = users('followers');
  return {
    fields: [...reading.fields, { name: 'followsCount' }],
    read(node, { id }, world) {
      const ids = reading.read(node, world) as number[] | undefined;
      const { followsCount } = node.value;
      const count = typeof followsCount === 'number' ? followsCount : undefined;
      if (ids) world.followers.set(referenceTo(kind, id), { ids, count });
    },
  };
};

const attachmentFile = file('url');
const isLink = ({ value }: Node): boolean => value['type'] === 'link' || value['contentType'] === 'text/uri-list';
const attachmentValues: Record<string, ValueReading | null> = {
  attachedTo: null,
  collectionId: null,
  link: {
    fields: [{ name: 'link' }, { name: 'url' }, { name: 'type' }, { name: 'contentType' }],
    read: (node) => (isLink(node) ? (node.value['link'] ?? node.value['url']) : null),
  },
  file: {
    fields: [...attachmentFile.fields, { name: 'fileSize' }],
    read(node, world) {
      if (isLink(node)) return null;
      const { contentType, fileSize, type, url } = node.value;
      const name = fileNameOf(textOf(url)) ?? `file.${textOf(type) || 'bin'}`;
      const found = attachmentFile.read(node, world) as object;
      return {
        ...found,
        name,
        ...(contentType ? { contentType } : {}),
        bytes: Math.max(0, Math.trunc(Number(textOf(fileSize)))) || 0,
      };
    },
  },
};
const attachment = readingOf('attachments', 'Attachment', attachmentValues);

export const attachments = (kind: Kind): PartReading =>
  list('attachments', attachment, ({ id }) => ({ attachedTo: referenceTo(kind, id) }));

const collection = readingOf('attachmentCollections', 'AttachmentCollection', { collectionFor: null }, [
  {
    fields: [field('attachments', select('Attachment', 'id'))],
    read(node, { id }, world) {
      for (const each of present(nodesAt(node, 'attachments').map((item) => idOf(item?.value))))
        if (world.find('attachments', each)) world.put('attachments', { id: each, collectionId: id });
    },
  },
]);

export const attachmentCollections = (kind: Kind): PartReading =>
  list('attachmentCollections', collection, ({ id }) => ({ collectionFor: referenceTo(kind, id) }));

const version = readingOf('versions', 'TraceVersion', {
  item: null,
  editorId: user('editor'),
  changeset: scalar('changeset'),
});

/** The history of a record. A version without what changed only counts. */
export const versions = (kind: Kind): PartReading => ({
  fields: [field('versions', version.selection)],
  read(node, record, world) {
    const found = present(nodesAt(node, 'versions'));
    const described = found.filter(
      ({ value }) => typeof value['changeset'] === 'object' && value['changeset'] !== null,
    );
    for (const each of described) version.read(each, world, { item: referenceTo(kind, record.id) });
    if (found.length > described.length) world.put(kind, { id: record.id, changes: found.length - 1 });
  },
});
