import type { Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '../../server/seed/accounts.ts'

type Credentials = { email: string; password: string }

export const demoCustomer = { ...demoAccounts.customer, password: demoPassword }

/** Fills and submits the form of the login page. */
export async function logIn(page: Page, { email, password }: Credentials) {
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Senha', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Entrar', exact: true }).click()
}
