import type { Component, Kind, Records, User } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';

/** A GraphQL request that fits the records of a world. */
export interface Example {
  name: string;
  /** The heading under which lists of examples show it. */
  group: string;
  /** Who can send it; null if nobody has to be signed in. */
  user: Pick<User, 'id' | 'name'> | null;
  query: string;
  variables: Record<string, unknown>;
}

/** Who sends an example. */
export type Sender = 'nobody' | 'participant' | 'administrator' | 'author';

/** The records of a world that an example is about. */
export interface Subject {
  store: Store;
  /** The organization's default locale. */
  locale: string;
  component: Component;
  // Examples know the kind of their record; the table does not.
  // oxlint-disable-next-line typescript/no-explicit-any
  record: any;
}

/** An example for any world: what it needs, and a request about that. */
export interface ExampleTemplate {
  group: string;
  name: string;
  /** By default, nobody. */
  sender?: Sender;
  /** A component of this kind, with this setting on if one is named. */
  component?: Component['kind'];
  setting?: keyof Component['settings'];
  /** A record of this kind, which the component shows if one is needed. */
  record?: Kind;
  /** Which of the records; by default, the first. */
  suits?: (record: Records[Kind]) => boolean;
  /** The variables; by default none. */
  variables?: (subject: Subject) => Record<string, unknown>;
  query: string;
}
