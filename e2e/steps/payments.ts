import { paymentsApi, sandboxApi, testCards } from '@na-regua/contract/payments'
import { type BillingPeriod, plansApi, type Tier } from '@na-regua/contract/plans'
import type { Page } from '@playwright/test'
import { createSession } from '../../server/src/features/accounts/create-session.ts'
import type { Backend } from '../app/backend.ts'
import { requestApi } from './request-api.ts'
import type { TestUser } from './users.ts'

export const testPassword = 'navalha-azul-7'

export async function getTestPlan(tier: Tier, period: BillingPeriod = 'monthly') {
  const { plans } = (await requestApi(plansApi.list)).body
  const plan = plans.find((one) => one.tier === tier && one.billing_period === period)
  if (!plan) throw new Error(`no plan ${tier} ${period}`)
  return plan
}

const card = (number: string) => ({ number, expiry: '12/40', cvc: '123', name: 'Zélia Nunes' })

/** Pays from another device of the customer, or what a bank does later. */
export async function payOnAnotherDevice({ token }: Pick<TestUser, 'token'>, sessionId: string) {
  return requestApi(sandboxApi.payByCard, { token, params: { sessionId }, body: card(testCards.succeeds) })
}

/** Makes the user an owner by buying a plan, and opens a new session for them. */
export async function buyPlan({ db, now }: Backend, buyer: TestUser, tier: Tier): Promise<TestUser> {
  const { token, user } = buyer
  const { body } = await requestApi(paymentsApi.createIntent, { token, body: { planId: (await getTestPlan(tier)).id } })
  await payOnAnotherDevice(buyer, body.sessionId)
  return { ...buyer, ...(await createSession(db, { ...user, role: 'OWNER' }, now())) }
}

/** On the checkout page: chooses a test card from the page's list, which fills the form, and submits it. */
export async function payWithCard(page: Page, number: string) {
  const list = page.getByRole('group').filter({ hasText: 'Cartões de teste' })
  if (!(await page.getByRole('button', { name: number }).isVisible())) await list.getByText('Cartões de teste').click()
  await page.getByRole('button', { name: number }).click()
  await page.getByRole('button', { name: /^Pagar R\$/ }).click()
}
