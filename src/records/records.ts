import type { Kind, Records } from './kinds.ts';

export type { AnswerText, RecordReference, StoredFile, Translations } from './field-types.ts';
export type { Kind, Records } from './kinds.ts';

export type Organization = Records['organization'];
export type User = Records['users'];
export type Taxonomy = Records['taxonomies'];
export type Process = Records['processes'];
export type Assembly = Records['assemblies'];
export type Component = Records['components'];
export type Proposal = Records['proposals'];
export type ProposalState = Records['proposalStates'];
export type Meeting = Records['meetings'];
export type Result = Records['results'];
export type Milestone = Records['milestones'];
export type Budget = Records['budgets'];
export type Project = Records['projects'];
export type Debate = Records['debates'];
export type Comment = Records['comments'];

/** Records by kind. */
export type RecordsByKind = { [K in Kind]?: Records[K][] };
