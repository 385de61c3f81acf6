import type { MetaArgs } from 'react-router'
import { useStaffScreen } from '../features/accounts/use-staff-screen.ts'
import { CashRegisters } from '../features/cash/cash-register.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Caixa' })
}

/** The register of a barbershop, for those who work with it. */
export default function CashPage() {
  const screen = useStaffScreen()
  return (
    <MoneyFrame title="Caixa" permissions={['cash']} refusal={<NoCash />}>
      {(barbershop) => (
        <>
          {screen && (
            <ButtonLink to={paths.visits()} variant="outline" className="justify-self-start">
              Comandas do dia
            </ButtonLink>
          )}
          <CashRegisters barbershop={barbershop} />
        </>
      )}
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
