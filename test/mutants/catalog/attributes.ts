import type { Mutant, ResolverWrapper } from '../mutated-server.ts';
import {
  correctedInputMutant,
  mapAttributes,
  mapInput,
  operationCoordinate,
  replaceInContract,
  uncheckedMutant,
} from '../transforms.ts';

const withoutConstraint = (name: string, killedBy: string, from: string, to = ''): Mutant =>
  uncheckedMutant(name, killedBy, { contract: replaceInContract(from, to) });

/** Turns an impossible day into a day of the next month. */
const rollOver = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(/^(\d{4})-(\d\d)-(\d\d)/, (_, year, month, day) =>
        new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString().slice(0, 10),
      )
    : value;

const beforeValidation = (name: string, killedBy: string, wrapper: ResolverWrapper): Mutant =>
  uncheckedMutant(name, killedBy, { outerResolvers: { [operationCoordinate(killedBy)]: wrapper } });

const onlyKnownLocales: ResolverWrapper = mapAttributes(({ title, ...others }) => ({
  ...others,
  title: Object.fromEntries(
    Object.entries(title as Record<string, string>).filter(([locale]) => ['en', 'ca', 'es'].includes(locale)),
  ),
}));

/** Servers that accept invalid attributes and locales, or reject valid ones. */
export const attributeMutants: Mutant[] = [
  withoutConstraint(
    'a title may be blank',
    'update-meeting/title-blank',
    'title: String! @constraint(notBlank: true)',
    'title: String!',
  ),
  withoutConstraint(
    'an online meeting URL may be any text',
    'update-meeting/online-url-wrong',
    'onlineMeetingUrl: String @constraint(format: "http-url")',
    'onlineMeetingUrl: String',
  ),
  withoutConstraint(
    'progress has no maximum',
    'create-result/progress-above',
    '@constraint(minimum: 0, maximum: 100)',
    '@constraint(minimum: 0)',
  ),
  withoutConstraint(
    'the parent of a result may be unknown',
    'create-result/parent-unknown',
    '@constraint(references: "results")',
  ),
  withoutConstraint(
    'a state may be any text',
    'answer/unknown-states/3',
    '@constraint(enum: ["accepted", "rejected", "evaluating"])',
  ),
  withoutConstraint(
    'a meeting may end before it starts',
    'update-meeting/end-before-start',
    '@constraint(format: "iso-date-time", after: "startTime")',
    '@constraint(format: "iso-date-time")',
  ),
  correctedInputMutant('an impossible day rolls over', 'create-meeting/start-impossible', (attributes) => ({
    ...attributes,
    startTime: rollOver(attributes['startTime']),
  })),
  beforeValidation(
    'an empty locale becomes the default locale',
    'create-meeting/unknown-locales/1',
    mapInput((input) => ({ ...input, locale: input.locale || undefined })),
  ),
  beforeValidation('an unknown locale of a title is ignored', 'create-result/title-unknown-locale', onlyKnownLocales),
];
