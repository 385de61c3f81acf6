import type { Permission } from '@na-regua/contract/permissions'
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

type MoneyFrameProps = {
  title?: string
  /** Who may open the page. */
  permission?: Permission
  /** What others read. */
  refusal?: ReactNode
  children: (barbershop: { id: string; name: string; timeZone: string }) => ReactNode
}

/** A page of the money of one barbershop, with the way to the others. */
export function MoneyFrame(props: MoneyFrameProps) {
  return (
    <RequireLogin>
      <Frame {...props} />
    </RequireLogin>
  )
}

function Frame({ title = 'Financeiro', permission = 'money', refusal = <NoMoney />, children }: MoneyFrameProps) {
  const user = useUser()
  const isStaff = user !== undefined && isPermitted(permission, user)
  const shops = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: isStaff })
  const permitted = shops.data?.filter(({ id }) => user && isPermittedIn(id, permission, user))
  const shop = useChosenBarbershop(permitted)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <MoneyNavigation />
      <BarbershopChoice shops={permitted} value={shop?.id} />
      {shop && (
        <div key={shop.id} className="grid grid-cols-1 gap-4">
          {children(shop)}
        </div>
      )}
      {isStaff && !shops.data && !shops.error && <LoadingMessage>Carregando...</LoadingMessage>}
      {shops.error && !shops.data && (
        <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar as barbearias.')} />
      )}
      {(!isStaff || permitted?.length === 0) && refusal}
    </div>
  )
}

function NoMoney() {
  return (
    <Notice icon="card" title="Só para quem cuida do dinheiro">
      O dono da barbearia decide quem vê o financeiro.
    </Notice>
  )
}
