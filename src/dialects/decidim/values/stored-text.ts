import { SimulatedServerError } from '../../../errors.ts';
import type { Kind } from '../../../records/records.ts';
import { findSpace, isRestricted } from '../../../resources/find-space.ts';
import type { Store } from '../../../store/store.ts';
import { parseUri } from '../forms/validations.ts';
import { classNameOf } from '../record-types.ts';
import { findComponentOf } from '../resources/relations.ts';
import { globalId } from './files.ts';
import { replaceElements } from './html.ts';

/** The kinds of records whose addresses are mentions, in the order in which the platform looks for them. */
const mentionedKinds = ['proposals', 'meetings'] as const satisfies Kind[];

/** Replaces nicknames, such as `@ada`, by the global ids of people. */
const mentionPeople = (text: string, store: Store): string =>
  text.replaceAll(/\B@([\w-]*)\b/g, (mention, name: string) => {
    const user = store.all('users').find((each) => each.key === null && each.nickname === name.toLowerCase());
    return user ? globalId(classNameOf('users'), user.id) : mention;
  });

/** The global id of a record in a published component of a published space that is open to everybody; undefined if there is none. */
function mentionRecord(kind: (typeof mentionedKinds)[number], id: string, store: Store): string | undefined {
  const record = store.find(kind, Number(id));
  const component = record && findComponentOf(record, store);
  if (!component || component.publishedAt === null) return undefined;
  const space = findSpace(component, store);
  return space.publishedAt === null || isRestricted(space) ? undefined : globalId(classNameOf(kind), record.id);
}

const address = /https?:\/\/[\w.-][\w\-.~:/?#[\]@!$&'()*+,;=]+/gi;

/** Replaces addresses of the records of a kind, and `~` with an id, by global ids. */
function mentionRecords(text: string, kind: (typeof mentionedKinds)[number], store: Store): string {
  const withoutAddresses = text.replaceAll(address, (found) => {
    const end = [...found.matchAll(new RegExp(`/${kind}/\\d+`, 'gi'))].at(-1);
    if (!end) return found;
    const url = found.slice(0, end.index + end[0].length);
    const uri = parseUri(url);
    // The platform fails while it logs that an address is invalid.
    if (!uri) throw new SimulatedServerError(`${url} is not a URI`);
    const [, path = ''] = /^\w+:\/\/[^/]*([^?#]*)/.exec(url)!;
    const id = uri.host === store.organization.host ? path.split('/').at(-1)! : '';
    return `${(/^\d+$/.test(id) && mentionRecord(kind, id, store)) || url}${found.slice(url.length)}`;
  });
  return withoutAddresses.replaceAll(/~(\d+)/g, (mention, id: string) => mentionRecord(kind, id, store) ?? mention);
}

/**
 * Returns a text as the platform stores it. HTML is parsed and printed. Mentions become global ids: nicknames in a text without HTML,
 * elements of the editor, and addresses of meetings and proposals.
 */
export function storeText(text: string, store: Store): string {
  const html = replaceElements(text, (data, content) => {
    const mention = data.get('data-id') ?? data.get('data-label') ?? content;
    const type = data.get('data-type');
    if (type === 'mention') return mentionPeople(mention, store);
    return type === 'mentionResource' ? mention : undefined;
  });
  const withPeople = html ?? mentionPeople(text, store);
  return mentionedKinds.reduce((stored, kind) => mentionRecords(stored, kind, store), withPeople);
}
