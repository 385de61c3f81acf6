const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** 4500 cents: 'R$ 45,00', always with two decimals, with a space that does not break. */
export function formatCents(cents: number): string {
  return money.format(cents / 100)
}
