import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { errorText } from '../lib/api-error.ts'
import { isPermitted, isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { MoneyNavigation } from './money-navigation.tsx'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'

type MoneyFrameProps = { children: (barbershop: { id: string; name: string; timeZone: string }) => ReactNode }

/** A page of the money of one barbershop, with the way to the others. */
export function MoneyFrame({ children }: MoneyFrameProps) {
  return (
    <RequireLogin>
      <Frame>{children}</Frame>
    </RequireLogin>
  )
}

function Frame({ children }: MoneyFrameProps) {
  const user = useUser()
  const hasMoney = user !== undefined && isPermitted('money', user)
  const shops = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: hasMoney })
  const permitted = shops.data?.filter(({ id }) => user && isPermittedIn(id, 'money', user))
  const shop = useChosenBarbershop(permitted)
  if (shops.error && !shops.data)
    return <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar o financeiro.')} />
  if (hasMoney && !shops.data) return <LoadingMessage>Carregando...</LoadingMessage>
  if (!shop) return <NoMoney />
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">Financeiro</h1>
      <MoneyNavigation />
      <BarbershopChoice shops={permitted} value={shop.id} />
      <div key={shop.id}>{children(shop)}</div>
    </div>
  )
}

function NoMoney() {
  return (
    <>
      <h1 className="mb-4 text-2xl">Financeiro</h1>
      <Notice icon="card" title="Só para quem cuida do dinheiro">
        O dono da barbearia decide quem vê o financeiro.
      </Notice>
    </>
  )
}
