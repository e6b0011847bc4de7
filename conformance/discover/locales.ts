import type { TargetResponse } from '../../src/client/http-message.ts';
import { isJsonObject, textOf, valueAt } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import type { TargetFile } from '../../src/client/target-file.ts';
import { schemaOf } from '../../src/cases/dialect-schema.ts';
import { hasCoordinate } from '../../src/graphql/schema.ts';
import { ask, objectsAt } from '../../src/client/query-target.ts';

/** The locales in which texts of the organization, its taxonomies and components exist, with how many texts. */
export async function readTextLocales(target: Target): Promise<Map<string, number>> {
  const names = 'name { translations { locale text } }';
  const data = await ask(
    target,
    'anonymous',
    `{ organization { ${names} taxonomies { ${names} } } participatoryProcesses { components { ${names} } } }`,
  );
  const counts = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isJsonObject(value)) return;
    const { locale, text } = value;
    if (typeof locale === 'string' && text) counts.set(locale, (counts.get(locale) ?? 0) + 1);
    Object.values(value).forEach(visit);
  };
  visit(data);
  return counts;
}

export interface FoundLocales {
  locales: TargetFile['locales'];
  evidence: string[];
}

/** Finds the locales in which texts exist, and the default of the organization. */
export async function findLocales(target: Target, root: TargetResponse | undefined): Promise<FoundLocales> {
  const texts = await readTextLocales(target);
  const { locale, evidence } = await findDefaultLocale(target, texts, root);
  if (locale === undefined) return { locales: undefined, evidence: [] };
  const others = [...texts.keys()].filter((each) => each !== locale);
  return {
    locales: { default: locale, ...(others.length > 0 && { others }) },
    evidence: [`default locale ${locale}: ${evidence}`, `other locales with texts: ${others.join(', ') || 'none'}`],
  };
}

async function findDefaultLocale(
  target: Target,
  texts: Map<string, number>,
  root: TargetResponse | undefined,
): Promise<{ locale?: string; evidence?: string }> {
  const [, redirected] = /^(?:https?:\/\/[^/]+)?\/([\w-]+)\/?$/.exec(root?.location ?? '') ?? [];
  if (redirected && texts.has(redirected)) return { locale: redirected, evidence: `GET / leads to /${redirected}/` };
  const most = Math.max(...texts.values());
  const candidates = [...texts.keys()].filter((locale) => texts.get(locale) === most);
  if (candidates.length !== 1 && target.dialect.family === 'specification') {
    const name = await ask(
      target,
      'anonymous',
      '{ organization { name { translation translations { locale text } } } }',
    );
    const text = valueAt(name, ['organization', 'name', 'translation']);
    const same = objectsAt(name, ['organization', 'name', 'translations']).filter((each) => each['text'] === text);
    if (same.length === 1) return { locale: textOf(same[0]!['locale']), evidence: 'texts without a locale are in it' };
  }
  // Since 0.32, the URLs of a request without a locale begin with the default one.
  if (candidates.length !== 1 && hasCoordinate(schemaOf(target.dialect), 'ComponentInterface.url')) {
    const data = await ask(target, 'anonymous', '{ participatoryProcesses { components { url } } }');
    const urls = objectsAt(data, ['participatoryProcesses']).flatMap((each) => objectsAt(each, ['components']));
    const inUrl = urls.map(({ url }) => /^https?:\/\/[^/]+\/([\w-]+)\//.exec(textOf(url))?.[1] ?? '');
    if (texts.has(inUrl[0] ?? ''))
      return { locale: inUrl[0]!, evidence: `the URLs of components begin with /${inUrl[0]}/` };
  }
  const [locale] = candidates;
  if (locale === undefined) return {};
  return {
    locale,
    evidence: candidates.length === 1 ? 'most texts are in it' : 'a guess: as many texts are in the others',
  };
}
