import { fileURLToPath } from 'node:url';
import { exitCodes } from '../../../errors.ts';
import { readJson } from '../../../read-json.ts';
import type { Store } from '../../../store/store.ts';
import { OrderedTexts } from './translated-field.ts';

interface PlatformTexts {
  /** By locale: English, and most of them also Catalan and Spanish. */
  labels: Record<string, Record<string, string>>;
  /** The scores at which the levels of a badge begin, and its description. */
  badges: Record<string, { levels: number[]; description: string }>;
}

let texts: PlatformTexts | undefined;

/** The platform's own texts. */
export const platformTexts = (): PlatformTexts =>
  (texts ??= readJson(
    fileURLToPath(new URL('platform-texts.json', import.meta.url)),
    exitCodes.internal,
  ) as PlatformTexts);

/** Returns a label in every locale of the organization, in English where there is no translation; null for an unknown key. */
export function findLabel(key: string, { organization }: Store): OrderedTexts | null {
  const { labels } = platformTexts();
  if (!Object.hasOwn(labels, key)) return null;
  const label = labels[key]!;
  return new OrderedTexts(
    Object.fromEntries(organization.locales.map((locale) => [locale, label[locale] ?? label['en']])),
  );
}
