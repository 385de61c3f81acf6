import type { MetaArgs } from 'react-router'
import { CashRegister } from '../features/cash/cash-register.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { Notice } from '../ui/notice.tsx'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Caixa' })
}

/** The register of a barbershop, for those who work with it. */
export default function CashPage() {
  return (
    <MoneyFrame title="Caixa" permissions={['cash']} refusal={<NoCash />}>
      {(barbershop) => <CashRegister barbershop={barbershop} />}
    </MoneyFrame>
  )
}

function NoCash() {
  return (
    <Notice icon="lock" title="Você não trabalha com o caixa">
      Quem abre e fecha o caixa é o dono, ou quem ele escolhe na equipe.
    </Notice>
  )
}
