import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { CashRegister } from '../features/cash/cash-register.tsx'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { isPermitted, isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { MoneyNavigation } from './money-navigation.tsx'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Caixa' })
}

export default function CashPage() {
  return (
    <RequireLogin>
      <Cash />
    </RequireLogin>
  )
}

/** The register of a barbershop, for those who work with it. */
function Cash() {
  const user = useUser()
  const isStaff = user !== undefined && isPermitted('cash', user)
  const shops = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: isStaff })
  const permitted = shops.data?.filter(({ id }) => user && isPermittedIn(id, 'cash', user))
  const shop = useChosenBarbershop(permitted)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">Caixa</h1>
      <MoneyNavigation />
      <BarbershopChoice shops={permitted} value={shop?.id} />
      {shop && <CashRegister key={shop.id} barbershop={shop} />}
      {isStaff && !shops.data && !shops.error && <LoadingMessage>Carregando...</LoadingMessage>}
      {shops.error && !shops.data && (
        <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar as barbearias.')} />
      )}
      {(!isStaff || permitted?.length === 0) && (
        <Notice icon="lock" title="Você não trabalha com o caixa">
          Quem abre e fecha o caixa é o dono, ou quem ele escolhe na equipe.
        </Notice>
      )}
    </div>
  )
}
