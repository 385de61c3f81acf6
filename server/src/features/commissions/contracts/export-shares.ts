import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import type { PartnerShares } from '@na-regua/contract/contracts'
import { toCsv, toCsvAmount } from '../../agenda/dashboard/rules.ts'

const header = [
  'Mês',
  'Parceiro',
  'CNPJ',
  'Serviços (R$)',
  'Cota-parte do parceiro (R$)',
  'Cota-parte da barbearia (R$)',
  'Comissão de produtos (R$)',
  'Gorjetas (R$)',
]

type Amounts = PartnerShares['total']

/** One row for each contract, then the total. */
export function exportShares({ month, shares, total }: PartnerShares): string {
  const monthText = month.split('-').reverse().join('/')
  return toCsv(header, [
    ...shares.map((share) => [
      monthText,
      share.barber.name,
      share.cnpj ? formatCnpj(share.cnpj, { version: 2 }) : '',
      ...toAmounts(share),
    ]),
    [monthText, 'Total', '', ...toAmounts(total)],
  ])
}

const toAmounts = ({ servicesCents, partnerCents, barbershopCents, productsCents, tipsCents }: Amounts) =>
  [servicesCents, partnerCents, barbershopCents, productsCents, tipsCents].map(toCsvAmount)
