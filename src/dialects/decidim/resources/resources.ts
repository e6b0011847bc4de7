import type { IResolvers } from '@graphql-tools/utils';
import { isScalarType } from 'graphql';
import type { Resource } from '../resource.ts';
import * as budgetMutations from './budget-mutations.ts';
import * as budgets from './budgets.ts';
import * as commentMutations from './comment-mutations.ts';
import * as commentReleases from './comment-releases.ts';
import * as comments from './comments.ts';
import * as components from './components.ts';
import * as debates from './debates.ts';
import * as interfaces from './interfaces.ts';
import * as meetings from './meetings.ts';
import * as organization from './organization.ts';
import * as proposals from './proposals.ts';
import * as resultMutations from './result-mutations.ts';
import * as results from './results.ts';
import * as spaces from './spaces.ts';
import * as statistics from './statistics.ts';
import * as surveys from './surveys.ts';
import * as taxonomies from './taxonomies.ts';
import * as texts from './texts.ts';
import * as users from './users.ts';
import * as versions from './versions.ts';

/** Every resource of the platform. */
export const resources: readonly Resource[] = [
  budgetMutations,
  budgets,
  commentMutations,
  commentReleases,
  comments,
  components,
  debates,
  interfaces,
  meetings,
  organization,
  proposals,
  resultMutations,
  results,
  spaces,
  statistics,
  surveys,
  taxonomies,
  texts,
  users,
  versions,
];

/** Merges resolver maps by type and field; later maps replace the resolvers of earlier maps. */
export function mergeResolvers(...maps: object[]): IResolvers {
  const merged: Record<string, object> = {};
  for (const [type, resolvers] of maps.flatMap((map) => Object.entries(map) as [string, object][]))
    merged[type] = isScalarType(resolvers) ? resolvers : { ...merged[type], ...resolvers };
  return merged;
}

/** The resolvers that all releases add to the contract's resolvers, or replace there, by type. */
export const decidimResolvers = mergeResolvers(...resources.map(({ resolvers = {} }) => resolvers));
