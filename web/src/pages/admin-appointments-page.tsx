import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { useViewMode } from '../features/appointments/agenda/status-tabs.tsx'
import { CommandBar } from '../features/appointments/commands/command-bar.tsx'
import { StaffAgenda } from '../features/appointments/lists/staff-agenda.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { isPermitted } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'
import { OwnerBoard } from './owner-day.tsx'
import { FinishSheet } from './visit-closing.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendamentos das Minhas Barbearias' })
}

const viewModes = [
  { value: 'lista', label: 'Lista' },
  { value: 'dia', label: 'Dia' },
  { value: 'semana', label: 'Semana' },
] as const

export default function AdminAppointmentsPage() {
  return (
    <RequireLogin requireAdmin permission="agenda">
      <OwnerAppointments />
    </RequireLogin>
  )
}

function OwnerAppointments() {
  const user = useUser()
  const { data: shops } = useQuery(agendaBarbershopsQuery())
  const [viewMode, setViewMode] = useViewMode(viewModes)
  const shop = useChosenBarbershop(shops)
  const isList = viewMode === 'lista'
  return (
    <div data-wide-page={isList ? undefined : ''}>
      <CommandBar />
      <FinishSheet />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {/* Small above the day of a phone, which is what the screen is for. */}
        <h1 className={isList ? 'text-2xl md:text-3xl' : 'text-base md:text-3xl'}>
          Agendamentos das Minhas Barbearias
        </h1>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-between">
          {!isList && (
            <div className="min-w-40 flex-1 empty:hidden max-sm:order-last sm:w-64">
              <BarbershopChoice shops={shops} value={shop?.id} />
            </div>
          )}
          <Segmented label="Como ver" options={viewModes} value={viewMode} onChange={setViewMode} />
          {user && isPermitted('customers', user) && (
            // On a phone the day begins with the day.
            <ButtonLink to={paths.outreach()} variant="outline" className={isList ? undefined : 'max-md:hidden'}>
              <Icon name="chat" className="size-4.5" />
              Confirmar amanhã
            </ButtonLink>
          )}
          {user?.isBarber && (
            <ButtonLink to={paths.barberAppointments()} variant="outline">
              <Icon name="chair" className="size-4.5" />
              Meu dia
            </ButtonLink>
          )}
        </div>
      </div>
      {isList ? <StaffAgenda side="owner" shops={shops} /> : <OwnerBoard view={viewMode} />}
    </div>
  )
}
