import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { AgendaView } from '../features/appointments/agenda/agenda-view.tsx'
import { StaffActions } from '../features/appointments/agenda/staff-actions.tsx'
import { ownShopsQuery } from '../features/barbershops/own/queries.ts'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendamentos das Minhas Barbearias' })
}

function actionsFor(appointment: Appointment, now: Date) {
  return <StaffActions appointment={appointment} now={now} />
}

function OwnerAgenda() {
  const { data: shops } = useQuery(ownShopsQuery())
  return <AgendaView side="owner" actionsFor={actionsFor} shops={shops} />
}

export default function AdminAppointmentsPage() {
  return (
    <RequireLogin requireAdmin>
      <h1 className="mb-4 text-2xl md:text-3xl">Agendamentos das Minhas Barbearias</h1>
      <OwnerAgenda />
    </RequireLogin>
  )
}
