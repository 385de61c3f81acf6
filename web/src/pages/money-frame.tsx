import type { Permission } from '@na-regua/contract/permissions'
import type { ReactNode } from 'react'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { errorText } from '../lib/api-error.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { MoneyNavigation } from './money-navigation.tsx'
import { BarbershopChoice, usePermittedBarbershops } from './own-parts.tsx'

type MoneyFrameProps = {
  title?: string
  /** Who may do any of it opens the page. */
  permissions?: readonly Permission[]
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

function Frame({ title = 'Financeiro', permissions = ['money'], refusal = <NoMoney />, children }: MoneyFrameProps) {
  const { isStaff, query, shops, shop } = usePermittedBarbershops(...permissions)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <MoneyNavigation />
      <BarbershopChoice shops={shops} value={shop?.id} />
      {shop && (
        <div key={shop.id} className="grid grid-cols-1 gap-4">
          {children(shop)}
        </div>
      )}
      {isStaff && !shops && !query.error && <LoadingMessage>Carregando...</LoadingMessage>}
      {query.error && !shops && (
        <Notice tone="error" title={errorText(query.error, 'Erro ao carregar as barbearias.')} />
      )}
      {(!isStaff || shops?.length === 0) && refusal}
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
