import type { Case, Step } from '../src/cases/case.ts';
import { standInOnly } from '../src/cases/demo-world.ts';
import { schemaOf } from '../src/client/dialect-schema.ts';
import { capturedNames, parseTemplate, placeholdersIn } from '../src/cases/placeholders.ts';
import { isJsonObject, parseJson } from '../src/client/json-value.ts';
import { type SelectedField, coordinateOf, idsAbove, writingFields } from '../src/client/selection.ts';
import type { TargetRequest } from '../src/client/http-message.ts';
import type { Mode, Target } from '../src/client/target.ts';
import { suiteDialects } from '../src/dialects/dialects.ts';
import { type SuiteDialect, isInReleases, isNameOfDialect } from '../src/dialects/suite-dialect.ts';
import { hasCoordinate } from '../src/graphql/schema.ts';
import { usedCoordinates } from './documents/usage.ts';
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

/** The document and variables of a step, with placeholders. */
function requestOf(step: Step): Pick<HttpOperation, 'query' | 'variables'> {
  if (!('http' in step)) return { query: step.query ?? '', variables: step.variables ?? {} };
  const { path, parameters = {}, body = String(new URLSearchParams(parameters)) } = step.http;
  return readHttpOperation({ path, body: body.replaceAll(/(?<!")\$\{\w+\}(?!")/g, '"$&"') });
}

export interface HttpOperation {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/** The GraphQL operation of an HTTP request, in JSON or a form; empty if it has none. Its parameters in the URL win. */
export function readHttpOperation({ path = '', body = '' }: Pick<TargetRequest, 'path' | 'body'>): HttpOperation {
  const json = parseJson(body);
  const [inUrl, form] = [path.split('?')[1], body].map((text) => {
    const { variables, ...others } = Object.fromEntries(new URLSearchParams(text));
    return { ...others, ...(variables !== undefined && { variables: parseJson(variables) }) };
  });
  const { query, operationName, variables }: Record<string, unknown> = {
    ...(isJsonObject(json) ? json : form),
    ...inUrl,
  };
  return {
    query: typeof query === 'string' ? query : '',
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: isJsonObject(variables) ? variables : {},
  };
}

/** The fields that a step writes, and its variables, with placeholders. */
export function writesOf(
  step: Step,
  dialect: SuiteDialect,
): { writes: SelectedField[]; variables: Record<string, unknown> } {
  const { query, variables } = requestOf(step);
  const document = parseTemplate(query);
  const translated = document && dialect.translator.translateDocument(document);
  return { writes: translated ? writingFields(translated, schemaOf(dialect)) : [], variables };
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
export function reasonNotReady({ steps }: Case, target: Target, mode: Mode): string | undefined {
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
  return mode === 'write' && !target.reset ? reasonNotToChange(steps, target) : undefined;
}

const missingAdvice: Record<string, string> = {
  keptMeetings: 'it leaves meetings that the API cannot undo: add "meetings" to mayChange if they may stay',
  signInKey: 'it signs in as member, whose key and secret are not known',
};
const oauthNames = new Set(['clientId', 'clientSecret', 'redirectUri', 'personEmail', 'personPassword']);

/** Why a case must not be sent to a deployment: it changes a record that existed before the run, and that no name allows. */
function reasonNotToChange(steps: Step[], { dialect, mayChange, placeholders }: Target): string | undefined {
  const captured = capturedNames(steps);
  for (const step of steps) {
    const { writes, variables } = writesOf(step, dialect);
    if (writes.length === 0) continue;
    const records = [...writes.flatMap((field) => recordsOf(field, variables)), ...parentsIn(variables)];
    for (const { field, id } of records) {
      const [name] = placeholdersIn(id);
      if (name !== undefined && !captured.has(name) && name !== 'unknownId' && !mayChange.has(name))
        return `it changes the target's ${name}: add "${name}" to mayChange if it may be changed`;
      // No server finds a record by an id that does not begin with a digit.
      if (name === undefined && id !== undefined && !/^\s*\d/.test(String(id))) continue;
      const isAllowed = [...mayChange].some(
        (each) => each.toLowerCase().includes(field.toLowerCase()) && String(placeholders[each]) === String(id),
      );
      if (name === undefined && !isAllowed)
        return `it changes ${field}${id === undefined ? '' : ` ${String(id)}`}, which no name in mayChange stands for`;
    }
  }
  return undefined;
}

/** The records that a field changes, without components: a new record is the run's own. */
function recordsOf(field: SelectedField, variables: Record<string, unknown>): { field: string; id: unknown }[] {
  const ids = Object.entries(idsAbove(field, templateValues(variables)));
  const records = ids.filter(([name]) => name !== 'component').map(([name, id]) => ({ field: name, id }));
  // A field that writes below no id changes what its own arguments say.
  return ids.length > 0 ? records : [{ field: coordinateOf(field), id: undefined }];
}

/** Variables whose placeholders stand for themselves. */
const templateValues = (variables: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const [placeholder] = typeof value === 'object' ? placeholdersIn(value) : [];
      return [name, placeholder === undefined ? value : `$${placeholder}`];
    }),
  );

/** A new child changes the progress of its parent. */
function parentsIn(value: unknown): { field: string; id: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    key === 'parentId' && each !== null ? [{ field: 'result', id: each }] : parentsIn(each),
  );
}
