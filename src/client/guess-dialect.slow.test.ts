import assert from 'node:assert/strict';
import test from 'node:test';
import { valueAt } from './json-value.ts';
import { suiteDialects } from '../dialects/dialects.ts';
import { startInProcessTarget } from '../targets/in-process.ts';
import { guessDialect } from './guess-dialect.ts';

/** Where the evidence of a release comes from: the administrator, or validation without a token. */
const sources = { token: 'administrator', 'no token': 'without a token' };

const withoutToken = { missingCredentials: () => 'there is no token' };

for (const name of Object.keys(suiteDialects))
  for (const [credential, source] of Object.entries(sources))
    test(`${name} is recognized with ${credential}`, async (t) => {
      const target = await startInProcessTarget({ dialect: name });
      t.after(() => target.close());
      const guess = await guessDialect({ ...target, ...(credential !== 'token' && withoutToken) }, undefined);
      assert.equal(guess.name, name, guess.evidence.join('\n'));
      const fitting = Object.values(suiteDialects).filter((each) => guess.fits(each));
      assert.deepEqual(
        fitting.map((each) => each.name),
        [name],
      );
      if (name === 'specification') return;
      // Only administrators can introspect, and 0.30 has none.
      assert.ok(guess.evidence[0]!.includes(name === 'decidim-0.30' ? 'without a token' : source), guess.evidence[0]);
    });

/** A target of 0.32 whose responses are changed, and how its dialect is guessed. */
async function guessChanged(
  t: test.TestContext,
  credential: string | undefined,
  change: (json: Record<string, unknown>) => Record<string, unknown>,
) {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32' });
  t.after(() => target.close());
  const send: typeof target.send = async (request) => {
    const response = await target.send(request);
    const json = response.json as Record<string, unknown> | undefined;
    return json === undefined ? response : { ...response, json: change(json) };
  };
  return guessDialect({ ...target, send, ...(credential !== 'token' && withoutToken) }, undefined);
}

test('a deployment that knows fields of two releases is between them, without a token', async (t) => {
  const guess = await guessChanged(t, undefined, (json) => {
    const errors = json['errors'] as { message: string }[] | undefined;
    return errors ? { ...json, errors: errors.filter(({ message }) => !message.includes("'privateSpace'")) } : json;
  });
  assert.equal(guess.isUncertain, true);
  assert.match(guess.name!, /^Decidim between decidim-0\.31 and decidim-/);
  assert.ok(guess.evidence.some((each) => each.includes('privateSpace')));
});

test('a deployment whose introspection shows fields of two releases is between them', async (t) => {
  interface IntrospectedType {
    name: string;
    fields: { name: string }[] | null;
  }
  const guess = await guessChanged(t, 'token', (json) => {
    const types = (valueAt(json, ['data', '__schema', 'types']) ?? []) as IntrospectedType[];
    types.find(({ name }) => name === 'ParticipatoryProcess')?.fields?.push({ name: 'privateSpace' });
    return json;
  });
  assert.equal(guess.isUncertain, true);
  assert.equal(guess.name, 'Decidim between decidim-0.31 and decidim-0.32');
  assert.match(guess.evidence[0]!, /^the administrator's introspection has \d+ of \d+ types and fields/);
});

test('the errors that hide unknown types tell them from known ones', async (t) => {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32' });
  t.after(() => target.close());
  const guess = await guessDialect({ ...target, ...withoutToken }, undefined);
  const evidence = guess.evidence.find((each) => each.includes('the type'));
  assert.match(evidence!, /^without a token, validation does not know the type \w+$/);
});

test('names that are no text are no names', async (t) => {
  const guess = await guessChanged(t, 'token', (json) => {
    const types = (valueAt(json, ['data', '__schema', 'types']) ?? []) as { name: unknown; fields: object[] | null }[];
    // What JSON can hold, and String() cannot convert.
    types.push({ name: { toString: 1 }, fields: [{ name: { toString: 1, valueOf: 1 } }] });
    return json;
  });
  assert.equal(guess.name, 'decidim-0.32');
});
