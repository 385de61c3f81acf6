import { paymentsApi, sandboxApi, testCards } from '@na-regua/contract/payments'
import { type BillingPeriod, plansApi, type Tier } from '@na-regua/contract/plans'
import type { Page } from '@playwright/test'
import { createSession } from '../../server/src/features/accounts/create-session.ts'
import type { World } from '../app/world.ts'
import { call } from './call.ts'
import type { Person } from './people.ts'

export const password = 'navalha-azul-7'

export async function findPlan(tier: Tier, period: BillingPeriod = 'monthly') {
  const { plans } = (await call(plansApi.list)).body
  const plan = plans.find((one) => one.tier === tier && one.billing_period === period)
  if (!plan) throw new Error(`no plan ${tier} ${period}`)
  return plan
}

const card = (number: string) => ({ number, expiry: '12/40', cvc: '123', name: 'Zélia Nunes' })

/** Another device of the payer's, or what a bank does later. */
export async function payElsewhere({ token }: Pick<Person, 'token'>, sessionId: string) {
  return call(sandboxApi.payByCard, { token, params: { sessionId }, body: card(testCards.succeeds) })
}

/** Makes an owner of somebody the way people become one, and logs him in again. */
export async function buyPlan({ db, now }: World, person: Person, tier: Tier): Promise<Person> {
  const { token, user } = person
  const { body } = await call(paymentsApi.createIntent, { token, body: { planId: (await findPlan(tier)).id } })
  await payElsewhere(person, body.sessionId)
  return { ...person, ...(await createSession(db, { ...user, role: 'OWNER' }, now())) }
}

/** On the checkout: a test card of the page's own list, which fills in the rest, and the press on the button. */
export async function payWith(page: Page, number: string) {
  const list = page.getByRole('group').filter({ hasText: 'Cartões de teste' })
  if (!(await page.getByRole('button', { name: number }).isVisible())) await list.getByText('Cartões de teste').click()
  await page.getByRole('button', { name: number }).click()
  await page.getByRole('button', { name: /^Pagar R\$/ }).click()
}
