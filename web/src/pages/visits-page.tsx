import { useQuery } from '@tanstack/react-query'
import { type MetaArgs, useSearchParams } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { useStaffScreen } from '../features/accounts/use-staff-screen.ts'
import { CommandBar } from '../features/appointments/commands/command-bar.tsx'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { DayVisits } from '../features/visits/day-visits.tsx'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { isPermitted, isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'
import { SaleCustomer } from './sale-customer.tsx'
import { renderPixCode } from './visit-closing.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Comandas do dia' })
}

export default function VisitsPage() {
  return (
    <RequireLogin>
      <Visits />
    </RequireLogin>
  )
}

function Visits() {
  const user = useUser()
  const screen = useStaffScreen()
  const [search] = useSearchParams()
  const isStaff = user !== undefined && (screen !== undefined || isPermitted('money', user))
  const shops = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: isStaff })
  const shop = useChosenBarbershop(shops.data)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <CommandBar />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Comandas do dia</h1>
        {shop && user && isPermittedIn(shop.id, 'cash', user) && (
          <ButtonLink to={paths.cash()} variant="outline">
            Caixa
          </ButtonLink>
        )}
      </div>
      <BarbershopChoice shops={shops.data} value={shop?.id} />
      {shop && (
        <DayVisits
          key={shop.id}
          barbershopId={shop.id}
          profileId={search.get('cliente') ?? undefined}
          pix={renderPixCode}
          buyer={
            user && isPermittedIn(shop.id, 'customers', user)
              ? (onChange) => <SaleCustomer barbershopId={shop.id} timeZone={shop.timeZone} onChange={onChange} />
              : undefined
          }
        />
      )}
      {isStaff && shops.isPending && <LoadingMessage>Carregando...</LoadingMessage>}
      {shops.isError && !shops.data && (
        <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar as barbearias.')} />
      )}
      {(!isStaff || shops.data?.length === 0) && (
        <Notice icon="lock" title="Você não trabalha com comandas">
          Elas são da equipe da barbearia.
        </Notice>
      )}
    </div>
  )
}
