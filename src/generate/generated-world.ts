import type { Faker } from '@faker-js/faker';
import { defaultStates } from '../records/default-states.ts';
import { isShown, kinds } from '../records/kinds.ts';
import type { Kind, Records } from '../records/records.ts';
import type { Tables } from '../records/tables.ts';
import type { RawRecord } from '../records/world.ts';
import type { TextWriter } from './texts.ts';

/** The time up to which generated records were written: a seed gives the same records on every day. */
export const endOfWriting = Date.parse('2026-07-01T00:00:00Z');
const dayMs = 24 * 3_600_000;
const isoTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
const isoDate = (epochMs: number): string => isoTime(epochMs).slice(0, 10);

type ComponentKind = Records['components']['kind'];

/** The records that are generated, and those over which they are laid. */
export class GeneratedWorld {
  readonly base: Tables;
  readonly faker: Faker;
  readonly texts: TextWriter;
  readonly lists: { [K in Kind]?: RawRecord[] } = {};
  readonly #ids = new Map<Kind, number[]>();
  readonly #components = new Map<ComponentKind, (number | undefined)[]>();

  constructor(base: Tables, faker: Faker, texts: TextWriter) {
    this.base = base;
    this.faker = faker;
    this.texts = texts;
  }

  /** Adds a record with the next id, which was published when it was created. */
  add(kind: Kind, values: RawRecord): number {
    const list = (this.lists[kind] ??= []);
    const id = this.base.highestId(kind) + list.length + 1;
    const publication = 'publishedAt' in kinds[kind].schema.properties && { publishedAt: values['createdAt'] };
    list.push({ id, ...values, ...publication });
    this.ids(kind).push(id);
    return id;
  }

  /** The ids of the records of a kind that can be referred to. */
  ids(kind: Kind): number[] {
    let ids = this.#ids.get(kind);
    if (!ids)
      this.#ids.set(
        kind,
        (ids = this.base
          .all(kind)
          .filter(isUsable)
          .map(({ id }) => id)),
      );
    return ids;
  }

  /** A component for records; undefined if one has to be created for them. */
  component(kind: ComponentKind): number | undefined {
    let ids = this.#components.get(kind);
    if (!ids) {
      ids = this.base.all('components').flatMap((each) => (each.kind === kind && this.#isOpen(each) ? [each.id] : []));
      for (const { id, kind: own } of this.lists.components ?? []) if (own === kind) ids.push(id as number);
      if (ids.length === 0) ids.push(undefined);
      this.#components.set(kind, ids);
    }
    return this.pick(ids);
  }

  #isOpen(component: Records['components']): boolean {
    const space =
      this.base.find('processes', component.processId) ?? this.base.find('assemblies', component.assemblyId ?? null);
    return isUsable(component) && space !== undefined && isUsable(space);
  }

  user(): number {
    return this.pick(this.ids('users'));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.faker.number.int(list.length - 1)]!;
  }

  /** Whether something happens that happens this often, in percent. */
  chance(percent: number): boolean {
    return this.faker.number.int(99) < percent;
  }

  /** A time within the days before the end of writing. */
  writtenAt(days = 365): { createdAt: string } {
    return { createdAt: isoTime(endOfWriting - this.faker.number.int(Math.floor(days * 86_400)) * 1000) };
  }

  /** A time after another record was created. */
  writtenAfter(kind: Kind, id: number): { createdAt: string } {
    const own = this.lists[kind]?.[id - this.base.highestId(kind) - 1];
    const { createdAt } = (own ?? this.base.find(kind, id)) as { createdAt: string };
    const days = (endOfWriting - Date.parse(createdAt)) / dayMs;
    return this.writtenAt(Math.max(0, days));
  }

  /** A full hour in the daytime, some days before or after the end of writing. */
  hour(fromDay: number, toDay: number): number {
    return endOfWriting + this.faker.number.int({ min: fromDay, max: toDay }) * dayMs + this.hours(9, 19);
  }

  hours(min: number, max: number): number {
    return this.faker.number.int({ min, max }) * 3_600_000;
  }

  time = isoTime;
  date = isoDate;

  address(): RawRecord {
    const { faker } = this;
    const degrees = (middle: number) => Math.round((middle + (faker.number.int(600) - 300) / 10_000) * 1e6) / 1e6;
    return {
      address: `${this.texts.street()}, ${faker.number.int({ min: 1, max: 120 })}`,
      latitude: degrees(41.65),
      longitude: degrees(1.14),
    };
  }

  /** Up to two categories. */
  taxonomies(): RawRecord {
    const ids = this.base.all('taxonomies').flatMap(({ id, parentId }) => (parentId === null ? [] : [id]));
    return ids.length === 0 ? {} : { taxonomyIds: this.faker.helpers.arrayElements(ids, { min: 0, max: 2 }) };
  }

  /** The states that an answer can give to a proposal of a component. */
  states(componentId: number | undefined): readonly string[] {
    const own = componentId === undefined ? [] : this.base.where('proposalStates', 'componentId', componentId);
    return own.length > 0 ? own.map(({ token }) => token) : defaultStates;
  }
}

/** Whether everybody sees a record as far as it is for itself to say. */
function isUsable(record: object): boolean {
  const { restricted, access, withdrawnAt = null, blocked } = record as Record<string, unknown>;
  return isShown(record) && restricted !== true && access !== 'restricted' && withdrawnAt === null && blocked !== true;
}
