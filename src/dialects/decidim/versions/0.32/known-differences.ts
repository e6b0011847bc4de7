import type { SchemaDifferences } from '../../schema/compare-schemas.ts';

/** How the schema of Decidim 0.32 differs from the contract: everything else of the contract is in it, as it is. */
export const knownDifferences: SchemaDifferences = {
  AccountabilityMutation: 'absent',
  'ComponentMutation.AccountabilityMutation': 'absent',
  'Coordinates.latitude': 'Float → Float!',
  'Coordinates.longitude': 'Float → Float!',
  'CreateMeetingInput.locale': 'String → String!',
  CreateResultInput: 'absent',
  'Meeting.onlineMeetingUrl': 'String → String!',
  RegistrationTypeType: 'RegistrationTypeEnum',
  'Result.projects': 'absent',
  ResultAttributes: 'absent',
  Role: 'absent',
  'TranslatedField.translation(locale:)': 'String → String!',
  TypeOfMeeting: 'TypeOfMeetingEnum',
  'UpdateMeetingInput.locale': 'String → String!',
};
