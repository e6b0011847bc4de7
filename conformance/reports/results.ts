import type { Requirement } from '../model/case.ts';
import type { CaseResult, Report } from '../model/report.ts';

/** A mutation: the folder of its cases, its schema coordinate, and where its answer stands below `data`. */
export interface MutationField {
  folder: string;
  coordinate: string;
  path: string[];
}

/** The four mutations. */
export const mutationFields: MutationField[] = [
  { folder: 'answer', coordinate: 'ProposalMutation.answer', path: ['component', 'proposal', 'answer'] },
  { folder: 'create-meeting', coordinate: 'MeetingsMutation.createMeeting', path: ['component', 'createMeeting'] },
  { folder: 'update-meeting', coordinate: 'MeetingMutation.update', path: ['component', 'meeting', 'update'] },
  { folder: 'create-result', coordinate: 'AccountabilityMutation.createResult', path: ['component', 'createResult'] },
];

/** The folder of a result's case. */
export const caseFolder = ({ case: { id } }: CaseResult): string => id.split('/')[0]!;

/** What a folder of cases is called: the coordinate of its operation, else its own name. */
export const folderTitle = (folder: string): string =>
  mutationFields.find((operation) => operation.folder === folder)?.coordinate ?? folder;

/** The results by folder: the mutations first, then the other folders by name. */
export function resultsByFolder({ results }: Report): Map<string, CaseResult[]> {
  const known = mutationFields.map(({ folder }) => folder);
  const others = results.map(caseFolder).filter((folder) => !known.includes(folder));
  const folders = [...known, ...[...new Set(others)].toSorted()];
  return new Map(
    folders
      .map((folder) => [folder, results.filter((result) => caseFolder(result) === folder)] as const)
      .filter(([, found]) => found.length > 0),
  );
}

/** The outcome of a result, "waived" for a failure that a waiver excuses. */
export const displayOutcome = ({ outcome, waiver }: CaseResult): CaseResult['outcome'] | 'waived' =>
  waiver ? 'waived' : outcome;

const isMust = (result: CaseResult): boolean => result.case.level === 'MUST';

/** The failures that no waiver excuses: those of MUST first. */
export const unwaivedFailures = ({ results }: Report): CaseResult[] => {
  const failures = results.filter((result) => displayOutcome(result) === 'failed');
  return [...failures.filter(isMust), ...failures.filter((result) => !isMust(result))];
};

/** The requirements that a case speaks for, whole; one that the report does not hold has an empty text. */
export const requirementDetails = ({ case: { requirements, level } }: CaseResult, report: Report): Requirement[] =>
  requirements.map((id) => report.requirements.find((each) => each.id === id) ?? { id, section: '', level, text: '' });

/** A requirement's id and where it is laid down, for readers. */
export const requirementLabel = ({ id, section }: Requirement): string =>
  /^\d/.test(section) ? `${id} (section ${section})` : section === '' ? id : `${id} (${section})`;

/** Why a result is what it is, on one line; undefined when its differences say it. */
export const outcomeReason = ({ waiver, reason }: CaseResult): string | undefined =>
  waiver ? `waived until ${waiver.expires}: ${waiver.reason}` : reason;
