import type { TargetResponse } from '../../src/client/http-message.ts';
import { isJsonObject, textOf, valueAt } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import type { TargetFile } from '../../src/client/target-file.ts';
import { ask, objectsAt } from '../../src/client/query-target.ts';
import type { FoundSpace } from './spaces.ts';

/** Locales that the translations of Decidim have. */
const knownLocales =
  'ar bg bs ca cs da de el en eo es es-MX es-PY et eu fa-IR fi fi-pl fr fr-CA ga-IE gl hr hu id-ID is it ja ka ko-KR lb lt lv mt nl no pl pt pt-BR ro ru sk sl sq sr sv tr uk vi zh-CN zh-TW'.split(
    ' ',
  );

/** How many fields have an alias in one request; Decidim limits them. */
const aliasesPerRequest = 5;

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

/**
 * Which of some locales the organization has: an order by name refuses the others. Undefined if the API has no such order.
 */
export async function usedLocales(
  target: Target,
  spaces: FoundSpace[],
  locales: string[],
): Promise<Set<string> | undefined> {
  const space = spaces.find(({ type, components }) => type === 'process' && components.length > 0);
  if (!space || target.dialect.family !== 'decidim') return undefined;
  const used = new Set<string>();
  for (let start = 0; start < locales.length; start += aliasesPerRequest) {
    const batch = locales.slice(start, start + aliasesPerRequest);
    const fields = batch.map(
      (locale, index) => `l${index}: components(order: { name: "asc", locale: ${JSON.stringify(locale)} }) { id }`,
    );
    const slug = JSON.stringify(space.slug);
    const data = await ask(target, 'anonymous', `{ participatoryProcess(slug: ${slug}) { ${fields.join(' ')} } }`);
    for (const [index, locale] of batch.entries())
      if (objectsAt(data, ['participatoryProcess', `l${index}`]).length > 0) used.add(locale);
  }
  return used.size > 0 ? used : undefined;
}

export interface FoundLocales {
  locales: TargetFile['locales'];
  evidence: string[];
}

/** Finds the locales of the organization and its default. */
export async function findLocales(
  target: Target,
  spaces: FoundSpace[],
  root: TargetResponse | undefined,
): Promise<FoundLocales> {
  const texts = await readTextLocales(target);
  const known = [...new Set([...texts.keys(), ...knownLocales])];
  const used = await usedLocales(target, spaces, known);
  const all = used ? known.filter((locale) => used.has(locale)) : [...texts.keys()];
  const { locale, evidence } = await findDefaultLocale(target, all, texts, root);
  if (locale === undefined) return { locales: undefined, evidence: [] };
  const others = all.filter((each) => each !== locale);
  const source = used ? 'the API sorts by no other locale' : 'texts exist in no other locale';
  return {
    locales: { default: locale, ...(others.length > 0 && { others }) },
    evidence: [`default locale ${locale}: ${evidence}`, `other locales ${others.join(', ') || 'none'}: ${source}`],
  };
}

async function findDefaultLocale(
  target: Target,
  all: string[],
  texts: Map<string, number>,
  root: TargetResponse | undefined,
): Promise<{ locale?: string; evidence?: string }> {
  const [, redirected] = /^(?:https?:\/\/[^/]+)?\/([\w-]+)\/?$/.exec(root?.location ?? '') ?? [];
  if (redirected && all.includes(redirected)) return { locale: redirected, evidence: `GET / leads to /${redirected}/` };
  const most = Math.max(...texts.values());
  const candidates = all.filter((locale) => texts.get(locale) === most);
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
  const [locale] = candidates;
  if (locale === undefined) return {};
  return {
    locale,
    evidence: candidates.length === 1 ? 'most texts are in it' : 'a guess: as many texts are in the others',
  };
}
