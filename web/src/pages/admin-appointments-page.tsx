import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MetaArgs, Navigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { AgendaView } from '../features/appointments/agenda/agenda-view.tsx'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { StaffActions } from '../features/appointments/agenda/staff-actions.tsx'
import { useViewMode } from '../features/appointments/agenda/status-tabs.tsx'
import { CommandBar } from '../features/appointments/commands/command-bar.tsx'
import { DayBoard } from '../features/appointments/day/day-board.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice-group.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendamentos das Minhas Barbearias' })
}

function actionsFor(appointment: Appointment, now: Date) {
  return <StaffActions appointment={appointment} now={now} />
}

const viewModes = [
  { value: 'lista', label: 'Lista' },
  { value: 'dia', label: 'Dia' },
] as const

export default function AdminAppointmentsPage() {
  return (
    <RequireLogin requireAdmin barbershopRoles={['RECEPTIONIST', 'MANAGER']}>
      <OwnerAppointments />
    </RequireLogin>
  )
}

function OwnerAppointments() {
  const { user } = useSession()
  const { data: shops } = useQuery(agendaBarbershopsQuery())
  const [viewMode, setViewMode] = useViewMode(viewModes)
  return (
    <>
      <CommandBar />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Agendamentos das Minhas Barbearias</h1>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-between">
          <Segmented label="Como ver" options={viewModes} value={viewMode} onChange={setViewMode} />
          {user?.isBarber && (
            <ButtonLink to={paths.barberAppointments()} variant="outline">
              <Icon name="chair" className="size-4.5" />
              Meu dia
            </ButtonLink>
          )}
        </div>
      </div>
      {viewMode === 'lista' ? <AgendaView side="owner" actionsFor={actionsFor} shops={shops} /> : <OwnerDay />}
    </>
  )
}

/** The board of one barbershop, with a selector for owners of several. */
function OwnerDay() {
  const { user } = useSession()
  const shops = useQuery(agendaBarbershopsQuery())
  const [shopId, setShopId] = useState<string>()
  if (shops.isLoadingError) return <ShopsFailure onRetry={() => void shops.refetch()} />
  if (!shops.data || !user) return <LoadingMessage>Carregando...</LoadingMessage>
  const shop = shops.data.find(({ id }) => id === shopId) ?? shops.data[0]
  // There is no day without a barbershop: a new owner creates the first one.
  if (!shop) return <Navigate to={paths.createBarbershop()} replace />
  return (
    <div className="grid gap-4">
      {shops.data.length > 1 && (
        <div className="max-w-sm">
          <Select
            aria-label="Barbearia"
            options={shops.data.map(({ id, name }) => ({ value: id, label: name }))}
            value={shop.id}
            onChange={setShopId}
          />
        </div>
      )}
      <DayBoard key={shop.id} userId={user.id} barbershopId={shop.id} />
    </div>
  )
}

function ShopsFailure({ onRetry }: { onRetry: () => void }) {
  const action = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar dados da barbearia" action={action} />
}
