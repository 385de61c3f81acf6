import type { MoneyReport, ResultGroup } from '@na-regua/contract/money'

export const groupTexts: Record<ResultGroup, { title: string; empty: string }> = {
  income: { title: 'Receitas', empty: 'Nada vendido.' },
  direct: { title: 'Custos das vendas', empty: 'Nenhuma comissão, taxa ou produto.' },
  expense: { title: 'Despesas', empty: 'Nenhuma despesa lançada.' },
}

/** True when nothing was written into the book in this period. */
export function isEmptyReport({ groups, paid, barbers }: MoneyReport): boolean {
  return paid.length === 0 && barbers.length === 0 && groups.every(({ accounts }) => accounts.length === 0)
}
