import { accountsApi } from '@na-regua/contract/accounts'
import { checkAccessibility } from './steps/accessibility.ts'
import { pasteCopiedText } from './steps/clipboard.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { readCode } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser } from './steps/users.ts'
import { expect, test } from './test.ts'

test('the outbox page of the demo lists each email with its code', async ({ page, backend }) => {
  const { email, token } = await createSignedInUser(backend, { name: 'Nina Alves', isEmailVerified: false })
  const { status } = await requestApi(accountsApi.sendEmailVerification, { token, body: { email } })
  expect(status).toBe(200)
  const code = await readCode(email)

  await openPage(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'E-mails da demonstração' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('E-mails da demonstração')
  const received = page.getByRole('article').filter({ hasText: email })
  await expect(received.getByText(code, { exact: true })).toBeVisible()
  await expect(received.getByRole('heading')).toContainText(/código/i)
  await checkAccessibility(page)
})

test('the code is copied by one click', async ({ page, backend, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { email, token } = await createSignedInUser(backend, { isEmailVerified: false })
  await requestApi(accountsApi.sendEmailVerification, { token, body: { email } })
  const code = await readCode(email)
  await openPage(page, '/dev/outbox')
  await holdTimers(page)
  await page.getByRole('article').filter({ hasText: email }).getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Código copiado')).toBeVisible()
  expect(await pasteCopiedText(page)).toBe(code)
})
