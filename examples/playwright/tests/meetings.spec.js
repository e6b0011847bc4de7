import { expect, test } from 'plenum/playwright';

for (let number = 1; number <= 4; number += 1)
  test(`user ${number} creates a meeting`, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('listitem')).toHaveCount(4);
    await page.getByLabel('Title').fill(`Meeting ${number}`);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('status')).toHaveText('Created meeting 5');
    await expect(page.getByRole('listitem')).toHaveCount(5);
    await expect(page.getByRole('listitem').last()).toHaveText(`Meeting ${number}`);
  });

test('requests of the page have the header of the session', async ({ page, session }) => {
  const request = page.waitForRequest('http://localhost:4000/api');
  await page.goto('/');
  expect((await (await request).allHeaders())['x-plenum-session']).toBe(session.name);
});

test('a test and its page share a world', async ({ page, session }) => {
  const before = await session.snapshot();
  await page.goto('/');
  await page.getByLabel('Title').fill('A walk along the river');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(5);
  await session.restore(before);
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveCount(4);
});
