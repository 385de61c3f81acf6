import { type AccountKind, accountKinds } from '@na-regua/contract/ledger'
import { type MoneyReport, type ResultGroup, resultGroups } from '@na-regua/contract/money'
import { toSpokenCents, typeOfAccount } from '../ledger/rules.ts'

/** Costs that come with each sale. */
const directCosts: readonly AccountKind[] = ['commission', 'productCost', 'cardFees']

/** The part of the result that an account is in; undefined for one that is no income and no cost. */
export function groupOfAccount(account: AccountKind): ResultGroup | undefined {
  const type = typeOfAccount(account)
  if (type === 'income') return 'income'
  if (type !== 'expense') return undefined
  return directCosts.includes(account) ? 'direct' : 'expense'
}

export function accountsOfGroup(group: ResultGroup): AccountKind[] {
  return accountKinds.filter((account) => groupOfAccount(account) === group)
}

export type AccountSum = { account: AccountKind; cents: number }

/** The result from the sums of the accounts as they are booked: debits positive. */
export function toResult(sums: readonly AccountSum[]): Pick<MoneyReport, 'groups' | 'resultCents'> {
  const spoken = sums
    .filter(({ cents }) => cents !== 0)
    .map(({ account, cents }) => ({ account, cents: toSpokenCents(account, cents) }))
  const groups = resultGroups.map((group) => {
    const accounts = spoken
      .filter(({ account }) => groupOfAccount(account) === group)
      .toSorted((one, other) => other.cents - one.cents)
    return { group, cents: accounts.reduce((sum, { cents }) => sum + cents, 0), accounts }
  })
  const resultCents = groups.reduce((sum, { group, cents }) => sum + (group === 'income' ? cents : -cents), 0)
  return { groups, resultCents }
}
