import type { Appointment } from '@na-regua/contract/appointments'
import type { MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { AgendaView } from '../features/appointments/agenda/agenda-view.tsx'
import { StaffActions } from '../features/appointments/agenda/staff-actions.tsx'
import { useViewMode } from '../features/appointments/agenda/status-tabs.tsx'
import { BarberDay } from '../features/appointments/day/barber-day.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice-group.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meus Agendamentos' })
}

const viewModes = [
  { value: 'hoje', label: 'Hoje' },
  { value: 'lista', label: 'Lista' },
] as const

function actionsFor(appointment: Appointment, now: Date) {
  return <StaffActions appointment={appointment} now={now} />
}

export default function BarberAppointmentsPage() {
  return (
    <RequireLogin>
      <BarberAppointments />
    </RequireLogin>
  )
}

function BarberAppointments() {
  const { user } = useSession()
  const [viewMode, setViewMode] = useViewMode(viewModes)
  if (user?.role === 'CUSTOMER') return <NoBarbershop />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Meus Agendamentos</h1>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-between">
          <Segmented label="Como ver" options={viewModes} value={viewMode} onChange={setViewMode} />
          <ButtonLink to={paths.barberSchedule()} variant="outline">
            <Icon name="clock" className="size-4.5" />
            Meu horário
          </ButtonLink>
        </div>
      </div>
      {viewMode === 'lista' && <AgendaView side="barber" actionsFor={actionsFor} />}
      {viewMode === 'hoje' && user && <BarberDay userId={user.id} />}
    </>
  )
}

/** Shown to customers, who have no barbershop to work in. */
function NoBarbershop() {
  return (
    <>
      <h1 className="text-2xl">Meus Agendamentos</h1>
      <Notice icon="chair" title="Você ainda não tem uma cadeira">
        Quando uma barbearia convidar você para a equipe, quem marcar com você aparece aqui.
      </Notice>
    </>
  )
}
