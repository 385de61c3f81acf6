import {
  type CashAccount,
  type CashCount,
  type CashMovement,
  type CashMovementKind,
  type CashSession,
  cashAccounts,
} from '@na-regua/contract/cash'
import { formatMoney } from '../../lib/format.ts'

/** What may be counted besides cash, against the machine and the bank. */
export const otherCounted = ['pix', 'debit', 'credit', 'voucher'] as const

type KindWords = { title: string; action: string; hint: string; amount: string; account?: string }

export const kindWords: Record<CashMovementKind, KindWords> = {
  supply: {
    title: 'Suprimento',
    action: 'Lançar suprimento',
    hint: 'Dinheiro que entra na gaveta sem ser de uma comanda, como o troco que você trouxe.',
    amount: 'Quanto entrou',
    account: 'De onde veio',
  },
  drop: {
    title: 'Sangria',
    action: 'Lançar sangria',
    hint: 'Dinheiro que sai da gaveta e continua sendo da barbearia ou vai para o dono.',
    amount: 'Quanto saiu',
    account: 'Para onde foi',
  },
  expense: {
    title: 'Despesa',
    action: 'Lançar despesa',
    hint: 'O que você pagou com dinheiro da gaveta.',
    amount: 'Quanto custou',
    account: 'Com o quê',
  },
  advance: {
    title: 'Vale',
    action: 'Lançar vale',
    hint: 'Dinheiro que o barbeiro leva antes do acerto. Lá ele é descontado.',
    amount: 'Quanto ele levou',
  },
}

const accountNames: Record<CashAccount, string> = {
  bank: 'Banco ou cofre',
  equity: 'Dono',
  supplies: 'Material',
  maintenance: 'Conserto',
  utilities: 'Água, luz, internet',
  rent: 'Aluguel',
  marketing: 'Divulgação',
  taxes: 'Impostos',
  otherExpenses: 'Outra coisa',
  advance: 'Vale',
}

export function listAccounts(kind: CashMovementKind): { value: CashAccount; label: string }[] {
  return cashAccounts[kind].map((value) => ({ value, label: accountNames[value] }))
}

/** 'Despesa · Material', 'Vale · Beto', 'Estorno de sangria'. */
export function describeMovement({ kind, account, barberName, reverses }: CashMovement): string {
  const { title } = kindWords[kind]
  if (reverses) return `Estorno de ${title.toLowerCase()}`
  return `${title} · ${kind === 'advance' ? (barberName ?? 'barbeiro') : accountNames[account]}`
}

/** What the movement did to the register: a reversal does the opposite. */
export function signedCents({ kind, amountCents, reverses }: CashMovement): number {
  return (kind === 'supply') === (reverses === null) ? amountCents : -amountCents
}

/** '+ R$ 50,00', '− R$ 20,00'. */
export function formatSigned(cents: number): string {
  return `${cents < 0 ? '−' : '+'} ${formatMoney(Math.abs(cents))}`
}

/** How much more was counted than expected; undefined for what was not counted. */
export function differenceOf({ expectedCents, countedCents }: CashCount): number | undefined {
  return countedCents === null ? undefined : countedCents - expectedCents
}

/** 'Confere', 'Sobraram R$ 5,00', 'Faltaram R$ 5,00'. */
export function describeCashDifference(cents: number): string {
  if (cents === 0) return 'Confere'
  return `${cents > 0 ? 'Sobraram' : 'Faltaram'} ${formatMoney(Math.abs(cents))}`
}

/** Of a session that was closed. */
export function cashDifferenceOf({ counts }: CashSession): number {
  const cash = counts?.find(({ method }) => method === 'cash')
  return (cash && differenceOf(cash)) ?? 0
}

/**
 * What the registers of a day had together. What a drawer had when it was last closed counts, because its cash stays in it; of the other
 * methods everything. Null for what was not counted in one of them.
 */
export function sumRegisters(sessions: readonly CashSession[]): CashCount[] {
  const closed = sessions.filter(({ counts }) => counts !== null)
  const isLast = ({ register }: CashSession, index: number) =>
    closed.findLastIndex((later) => later.register.id === register.id) === index
  const counts = closed.flatMap((session, index) =>
    (session.counts ?? []).filter(({ method }) => method !== 'cash' || isLast(session, index)),
  )
  const methods = [...new Set(counts.map(({ method }) => method))]
  return methods.map((method) => {
    const ofMethod = counts.filter((count) => count.method === method)
    const isCounted = ofMethod.every(({ countedCents }) => countedCents !== null)
    return {
      method,
      expectedCents: ofMethod.reduce((sum, { expectedCents }) => sum + expectedCents, 0),
      countedCents: isCounted ? ofMethod.reduce((sum, { countedCents }) => sum + (countedCents ?? 0), 0) : null,
    }
  })
}
