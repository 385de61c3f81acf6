import { useQuery } from '@tanstack/react-query'
import { type MetaArgs, useSearchParams } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { useStaffScreen } from '../features/accounts/use-staff-screen.ts'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { DayVisits } from '../features/visits/day-visits.tsx'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useUser } from '../lib/session.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'
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
  const isStaff = user !== undefined && screen !== undefined
  const shops = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: isStaff })
  const shop = useChosenBarbershop(shops.data)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">Comandas do dia</h1>
      <BarbershopChoice shops={shops.data} value={shop?.id} />
      {shop && (
        <DayVisits
          key={shop.id}
          barbershopId={shop.id}
          profileId={search.get('cliente') ?? undefined}
          pix={renderPixCode}
        />
      )}
      {isStaff && shops.isPending && <LoadingMessage>Carregando...</LoadingMessage>}
      {shops.isError && <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar as barbearias.')} />}
      {(!isStaff || shops.data?.length === 0) && (
        <Notice icon="lock" title="Você não trabalha com comandas">
          Elas são da equipe da barbearia.
        </Notice>
      )}
    </div>
  )
}
