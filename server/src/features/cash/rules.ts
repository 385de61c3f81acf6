import { type CashAccount, type CashMovementKind, cashAccounts } from '@na-regua/contract/cash'
import type { Posting } from '../ledger/rules.ts'

export type Movement = {
  kind: CashMovementKind
  amountCents: number
  account: CashAccount
  barberId?: string | undefined
  reason?: string | undefined
}

/** Why a movement is refused, for users; undefined for one that is not. */
export function findMovementProblem({ kind, account, barberId, reason }: Movement): string | undefined {
  const accounts: readonly CashAccount[] = cashAccounts[kind]
  if (!accounts.includes(account)) return 'Diga de onde veio ou para onde foi o dinheiro.'
  if (kind === 'advance' && !barberId) return 'Escolha o barbeiro do vale.'
  if (kind !== 'advance' && barberId) return 'Só um vale é de um barbeiro.'
  const needsReason = kind === 'drop' || kind === 'expense'
  return needsReason && !reason?.trim() ? 'Escreva o motivo.' : undefined
}

/** What is put in comes from the account; what is taken out goes there. */
export function postingsOfMovement(
  { kind, amountCents, account, barberId }: Omit<Movement, 'reason'>,
  registerId: string,
): Posting[] {
  const cents = kind === 'supply' ? amountCents : -amountCents
  return [
    { kind: 'cash', ownerId: registerId, cents },
    { kind: account, ownerId: barberId, cents: -cents },
  ]
}

/**
 * What was counted is there: the book says the same from then on. What is in a register before its first session is the owner's, and no
 * difference.
 */
export function postDifference(
  cents: number,
  { registerId, isFirst = false }: { registerId: string; isFirst?: boolean },
): Posting[] {
  return [
    { kind: 'cash', ownerId: registerId, cents },
    { kind: isFirst ? 'equity' : 'cashDifference', cents: -cents },
  ]
}
