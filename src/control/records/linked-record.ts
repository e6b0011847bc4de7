import type { Kind } from '../../store/records.ts';

/** A record that a field of another record refers to. */
export interface RecordLink {
  /** The name of the field, such as `componentId`. */
  field: string;
  kind: Kind;
  id: number;
  title: string | null;
}

/** A record, what it is called, and the records that it refers to. */
export interface DescribedRecord {
  title: string | null;
  record: { id: number };
  links: RecordLink[];
}

/** How many records of a kind refer to a record by one of their fields. */
export interface Referrers {
  kind: Kind;
  field: string;
  count: number;
}

/** Which records of a kind to list. */
export interface RecordQuery {
  /** A part of one of their texts, or their id. */
  search?: string;
  /** A record that they refer to, such as `proposals/1`. */
  refersTo?: string;
  /** The field by which they refer to it. */
  through?: string;
  /** How many records to list at most. */
  first?: number;
  /** The id of the record before the first one. */
  after?: number;
  /** Their order by id; ascending by default. */
  order?: 'ascending' | 'descending';
}

/** A page of the records of a kind. */
export interface RecordList {
  records: DescribedRecord[];
  /** How many records the query finds. */
  count: number;
  /** How many records of the kind there are. */
  total: number;
  /** The value of `after` for the next page; null on the last one. */
  next: number | null;
}

/** A record, what it refers to, and what refers to it. */
export interface LinkedRecord extends DescribedRecord {
  referrers: Referrers[];
}
