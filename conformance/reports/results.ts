import type { Requirement } from '../model/case.ts';
import type { CaseResult, Report } from '../model/report.ts';

/** A mutation of the contract: the folder of its cases, its schema coordinate, and its path below `data`. */
export interface MutationField {
  folder: string;
  coordinate: string;
  path: string[];
}

/** The four mutations of the contract. */
export const mutationFields: MutationField[] = [
  { folder: 'answer', coordinate: 'ProposalMutation.answer', path: ['component', 'proposal', 'answer'] },
  { folder: 'create-meeting', coordinate: 'MeetingsMutation.createMeeting', path: ['component', 'createMeeting'] },
  { folder: 'update-meeting', coordinate: 'MeetingMutation.update', path: ['component', 'meeting', 'update'] },
  { folder: 'create-result', coordinate: 'AccountabilityMutation.createResult', path: ['component', 'createResult'] },
];

/** The folder of a result's case. */
export const caseFolder = ({ case: { id } }: CaseResult): string => id.split('/')[0]!;

/** The title of a folder of cases: the coordinate of its mutation, or else its name. */
export const folderTitle = (folder: string): string =>
  mutationFields.find((mutation) => mutation.folder === folder)?.coordinate ?? folder;

/** Groups results by folder: the mutations first, then the other folders by name. */
export function resultsByFolder({ results }: Report): Map<string, CaseResult[]> {
  const mutationFolders = mutationFields.map(({ folder }) => folder);
  const otherFolders = [...new Set(results.map(caseFolder))].filter((folder) => !mutationFolders.includes(folder));
  return new Map(
    [...mutationFolders, ...otherFolders.toSorted()]
      .map((folder) => [folder, results.filter((result) => caseFolder(result) === folder)] as const)
      .filter(([, ofFolder]) => ofFolder.length > 0),
  );
}

/** The outcome of a result, or `waived` for a failure that a waiver excuses. */
export const displayOutcome = ({ outcome, waiver }: CaseResult): CaseResult['outcome'] | 'waived' =>
  waiver ? 'waived' : outcome;

const isMust = (result: CaseResult): boolean => result.case.level === 'MUST';

/** The failures without a waiver; those of level MUST first. */
export const unwaivedFailures = ({ results }: Report): CaseResult[] => {
  const failures = results.filter((result) => displayOutcome(result) === 'failed');
  return [...failures.filter(isMust), ...failures.filter((result) => !isMust(result))];
};

/** The requirements of a case; one that the report does not contain has an empty text. */
export const requirementDetails = ({ case: { requirements, level } }: CaseResult, report: Report): Requirement[] =>
  requirements.map((id) => report.requirements.find((each) => each.id === id) ?? { id, section: '', level, text: '' });

/** The id and section of a requirement, such as `answer.state (section 2.2)`. */
export const requirementLabel = ({ id, section }: Requirement): string =>
  /^\d/.test(section) ? `${id} (section ${section})` : section === '' ? id : `${id} (${section})`;

/** Why a case has its outcome, on one line; undefined if its differences show it. */
export const outcomeReason = ({ waiver, reason }: CaseResult): string | undefined =>
  waiver ? `waived until ${waiver.expires}: ${waiver.reason}` : reason;
