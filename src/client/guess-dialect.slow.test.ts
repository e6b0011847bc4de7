import assert from 'node:assert/strict';
import test from 'node:test';
import { suiteDialects } from '../dialects/dialects.ts';
import { startInProcessTarget } from '../targets/in-process.ts';
import { guessDialect } from './guess-dialect.ts';

for (const name of Object.keys(suiteDialects))
  test(`${name} is recognized`, async (t) => {
    const target = await startInProcessTarget({ dialect: name });
    t.after(() => target.close());
    const guess = await guessDialect(target, undefined);
    assert.equal(guess.name, name, guess.evidence.join('\n'));
    const fitting = Object.values(suiteDialects).filter((each) => guess.fits(each));
    assert.deepEqual(
      fitting.map((each) => each.name),
      [name],
    );
  });

/** A target of 0.32 whose responses are changed, and how its dialect is guessed. */
async function guessChanged(t: test.TestContext, change: (json: Record<string, unknown>) => Record<string, unknown>) {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32' });
  t.after(() => target.close());
  const send: typeof target.send = async (request) => {
    const response = await target.send(request);
    const json = response.json as Record<string, unknown> | undefined;
    return json === undefined ? response : { ...response, json: change(json) };
  };
  return guessDialect({ ...target, send }, undefined);
}

test('a deployment that knows fields of two releases is between them', async (t) => {
  const guess = await guessChanged(t, (json) => {
    const errors = json['errors'] as { message: string }[] | undefined;
    return errors ? { ...json, errors: errors.filter(({ message }) => !message.includes("'privateSpace'")) } : json;
  });
  assert.equal(guess.isUncertain, true);
  assert.match(guess.name!, /^Decidim between decidim-0\.31 and decidim-/);
  assert.ok(guess.evidence.some((each) => each.includes('privateSpace')));
});

test('the errors that hide unknown types tell them from known ones', async (t) => {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32' });
  t.after(() => target.close());
  const { evidence } = await guessDialect(target, undefined);
  assert.ok(evidence.some((each) => /^validation knows none; and not [A-Z]\w+$/.test(each)));
});
