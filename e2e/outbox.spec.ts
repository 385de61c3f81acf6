import { accountsApi } from '@na-regua/contract/accounts'
import { axeCheck } from './steps/accessibility.ts'
import { call } from './steps/call.ts'
import { createPerson } from './steps/people.ts'
import { readCode } from './steps/read-code.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

test('what would leave by e-mail stands on the page of the demo, the code at a glance', { tag: '@phone' }, async ({
  page,
  world,
}) => {
  const { email, token } = await createPerson(world, { name: 'Nina Alves', isEmailVerified: false })
  const { status } = await call(accountsApi.sendEmailVerification, { token, body: { email } })
  expect(status).toBe(200)
  const code = await readCode(email)

  await visit(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'E-mails da demonstração' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('E-mails da demonstração')
  const letter = page.getByRole('article').filter({ hasText: email })
  await expect(letter.getByText(code, { exact: true })).toBeVisible()
  await expect(letter.getByRole('heading')).toContainText(/código/i)
  await axeCheck(page)
})

test('the code is copied by one press', { tag: '@phone' }, async ({ page, world, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { email, token } = await createPerson(world, { isEmailVerified: false })
  await call(accountsApi.sendEmailVerification, { token, body: { email } })
  const code = await readCode(email)
  await visit(page, '/dev/outbox')
  await page.getByRole('article').filter({ hasText: email }).getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Código copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})
