import type { Appointment } from '@na-regua/contract/appointments'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { AgendaView } from '../features/appointments/agenda/agenda-view.tsx'
import { StaffActions } from '../features/appointments/agenda/staff-actions.tsx'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendamentos das Minhas Barbearias' })
}

function actionsFor(appointment: Appointment, now: Date) {
  return <StaffActions appointment={appointment} now={now} />
}

export default function AdminAppointmentsPage() {
  return (
    <RequireLogin requireAdmin>
      <h1 className="mb-4 text-2xl md:text-3xl">Agendamentos das Minhas Barbearias</h1>
      <AgendaView side="owner" actionsFor={actionsFor} />
    </RequireLogin>
  )
}
