import { valueAt } from '../../src/client/json-value.ts';
import { ask, objectsAt } from '../../src/client/query-target.ts';
import type { Target } from '../../src/client/target.ts';
import { validate } from './ask-schema.ts';
import type { FoundSpace } from './spaces.ts';

/** The limits of a request, as far as responses show them. */
export interface ObservedLimits {
  /** Levels of nested fields. */
  depth?: number;
  complexity?: number;
  /** Different aliases of a document. */
  aliases?: number;
  /** Whether a field may be nested in fields of its name only a few times. */
  recursion?: true;
  /** Records on a page of a list. */
  pageSize?: number;
}

const messages = {
  depth: /exceeds max depth of (\d{1,9})/,
  complexity: /exceeds max complexity of (\d{1,9})/,
  aliases: /You have used \d+ aliases, but (\d{1,9}) are allowed/,
};

/**
 * A document that exceeds every limit of Decidim. A server without limits finds no component for it, and so nothing to execute. Only objects are
 * nested in each other: with interfaces, the platform would need minutes to measure it.
 */
function createExcessiveDocument(): string {
  const aliases = Array.from({ length: 26 }, (_, index) => `alias${index}: __typename`);
  const agenda = `agenda { items { ${'parent { '.repeat(14)} id ${' }'.repeat(14)} } }`;
  return `${aliases.join(' ')} component(id: "0") { ... on Meetings { meetings(first: 30000) { nodes { ${agenda} } } } }`;
}

/** How many records are asked for on one page. */
export const askedPageSize = 101;
const maxLists = 2;

/** Finds the limits of a deployment: by a document that exceeds them, and by a page that is shorter than it was asked for. */
export async function findLimits(target: Target, spaces: FoundSpace[]): Promise<ObservedLimits> {
  const limits: ObservedLimits = {};
  if (target.dialect.family === 'decidim') {
    const { text = '' } = (await validate(target, createExcessiveDocument())) ?? {};
    for (const [name, pattern] of Object.entries(messages)) {
      const [, limit] = pattern.exec(text) ?? [];
      if (limit !== undefined) limits[name as keyof typeof messages] = Number(limit);
    }
    if (text.includes('Too many recursions')) limits.recursion = true;
  }
  const components = spaces.flatMap((each) => each.components).filter(({ type }) => type === 'Proposals');
  for (const { id } of components.slice(0, maxLists)) {
    const data = await ask(
      target,
      'anonymous',
      `{ component(id: $component) { ... on Proposals { proposals(first: ${askedPageSize}) { nodes { id } pageInfo { hasNextPage } } } } }`,
      { component: id },
    );
    const list = ['component', 'proposals'];
    const { length } = objectsAt(data, [...list, 'nodes']);
    const isCut = length < askedPageSize && valueAt(data, [...list, 'pageInfo', 'hasNextPage']) === true;
    if (isCut) return { ...limits, pageSize: length };
  }
  return limits;
}
