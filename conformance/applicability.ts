import type { Case, Step } from '../src/cases/case.ts';
import { standInOnly } from '../src/cases/demo-world.ts';
import { schemaOf } from '../src/client/dialect-schema.ts';
import { capturedNames, parseTemplate, placeholdersIn } from '../src/cases/placeholders.ts';
import type { Mode, Target } from '../src/client/target.ts';
import { suiteDialects } from '../src/dialects/dialects.ts';
import { type SuiteDialect, isInReleases, isNameOfDialect } from '../src/dialects/suite-dialect.ts';
import { hasCoordinate } from '../src/graphql/schema.ts';
import { type ChangeableRecords, recordsChangedBy } from './changeable-records.ts';
import { usedCoordinates } from './documents/usage.ts';
import { requestOf, writesOf } from './step-template.ts';
import { targetNames } from './target-names.ts';

/** Why a case does not apply to a target, whatever the target does; undefined if it applies. */
export function reasonNotApplicable(
  testCase: Case,
  { dialect, placeholders, passTime, reset }: Target,
): string | undefined {
  const { dialects, since, until, steps } = testCase;
  if (dialects && !dialects.some((name) => isNameOfDialect(name, dialect)))
    return `it does not apply to the dialect ${dialect.name}`;
  if (!isInReleases({ since }, dialect)) return `it holds since ${since}`;
  if (!isInReleases({ until }, dialect)) return `it holds until ${until}`;
  const missing = steps
    .map((step) => missingInDialect(requestOf(step).query, dialect))
    .find((each) => each !== undefined);
  if (missing !== undefined) return missing;
  if (dialect.isAnonymous && new Set(steps.map(({ actor }) => actor)).size > 1)
    return `nobody can sign in to ${dialect.name}`;
  const names = placeholdersIn([steps]).filter((name) => !Object.hasOwn(placeholders, name));
  const ofStandIn = names.find((name) => Object.hasOwn(standInOnly, name));
  if (ofStandIn !== undefined) return `only the stand-in has ${ofStandIn}`;
  const optional = names.find((name) => targetNames[name]?.isOptional);
  if (optional !== undefined) return `the target names no ${optional}`;
  const isTimed = steps.some((step) => 'http' in step && step.http.after !== undefined);
  return isTimed && !(passTime && reset) ? 'only a stand-in in this process lets time pass' : undefined;
}

/**
 * Why a document does not apply to a dialect: it uses a part of the schema that the dialect does not have and another one has. What none of them has is no reason: the server must refuse it.
 */
export function missingInDialect(query: string, dialect: SuiteDialect): string | undefined {
  const document = dialect.readSchema && parseTemplate(query);
  if (!document) return undefined;
  const missing = usedCoordinates(dialect.translator.translateDocument(document), schemaOf(dialect)).find(
    ({ coordinate, isMissing }) =>
      isMissing && Object.values(suiteDialects).some((other) => hasCoordinate(schemaOf(other), coordinate)),
  );
  return missing && `${dialect.name} does not have what the document uses: ${missing.coordinate}`;
}

/** Why a case could not run, whatever the server does: the target lacks something that it needs. */
export function reasonNotReady(
  { steps }: Case,
  target: Target,
  mode: Mode,
  changeable: ChangeableRecords | undefined,
): string | undefined {
  const { missingOAuth, placeholders } = target;
  const credentials = steps.map(({ actor }) => target.missingCredentials(actor)).find((each) => each !== undefined);
  if (credentials !== undefined) return credentials;
  const known = new Set([...Object.keys(placeholders), ...capturedNames(steps), 'run']);
  // Only a run that writes leaves meetings.
  if (mode !== 'write' && known.has('meetings')) known.add('keptMeetings');
  const missing = placeholdersIn([steps]).find((name) => !known.has(name));
  if (missing !== undefined && oauthNames.has(missing) && missingOAuth !== undefined)
    return `a person signs in with an application, and ${missingOAuth}`;
  if (missing !== undefined) return missingAdvice[missing] ?? `the target has no value for the placeholder ${missing}`;
  return changeable && reasonNotToChange(steps, target, changeable);
}

const missingAdvice: Record<string, string> = {
  keptMeetings: 'it leaves meetings that the API cannot undo: add "meetings" to mayChange if they may stay',
  signInKey: 'it signs in as member, whose key and secret are not known',
};
const oauthNames = new Set(['clientId', 'clientSecret', 'redirectUri', 'personEmail', 'personPassword']);

/**
 * Why a case must not be sent to a deployment: it changes a record that existed before the run, and that no name allows. What it
 * captures is judged when its value is known.
 */
function reasonNotToChange(
  steps: Step[],
  { dialect, placeholders }: Target,
  changeable: ChangeableRecords,
): string | undefined {
  const known = new Map(Object.entries(placeholders));
  for (const name of capturedNames(steps)) known.delete(name);
  for (const step of steps) {
    const { writes, variables } = writesOf(step, dialect);
    for (const { kind, id } of writes.flatMap((field) => recordsChangedBy(field, variables))) {
      const [name] = placeholdersIn(id);
      if (name !== undefined && !known.has(name)) continue;
      const reason = changeable.reasonNotToChange({ kind, id: name === undefined ? id : known.get(name) });
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}
