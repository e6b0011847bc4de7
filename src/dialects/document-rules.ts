import type { GraphQLSchema } from 'graphql';
import type { DocumentRules } from './suite-dialect.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { createDocumentRules } from './decidim/document-rules.ts';
import { decidim032 } from './decidim/releases/0.32/release.ts';
import { findRelease } from './decidim/releases/find-release.ts';
import { releases } from './decidim/releases/releases.ts';

// Beside the table of dialects, which loads the server of the specification.

/** The releases of Decidim, the oldest first. */
export const decidimDialects: readonly string[] = releases.map(({ name }) => name);

/** Loads how a dialect judges documents. Throws CommandError with the known names for an unknown name. */
export async function loadDocumentRules(name: string): Promise<DocumentRules> {
  if (name === 'specification') return (await import('./specification/document-rules.ts')).createDocumentRules();
  const release = findRelease(name);
  if (release) return createDocumentRules(release);
  const names = ['specification', ...decidimDialects].join(', ');
  throw new CommandError(`unknown dialect ${name}; there are ${names}`, exitCodes.usage);
}

/** How a town judges documents whose release has the schema, with the limits and texts of 0.32. */
export const documentRulesOfSchema = (schema: GraphQLSchema): DocumentRules => createDocumentRules(decidim032, schema);
