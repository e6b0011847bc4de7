import type { Meeting } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';

const choices = ['iframeAccessLevel', 'iframeEmbedType', 'registrationType', 'typeOfMeeting'] as const;

/** What a meeting chooses among is a text in lower case; 0.32 has enumerations. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Meeting: Object.fromEntries(
      choices.map((name) => [name, ({ [name]: choice }: Meeting) => choice?.toLowerCase() ?? null]),
    ),
  },
};
