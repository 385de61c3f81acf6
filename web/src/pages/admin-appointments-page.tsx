import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { AgendaView } from '../features/appointments/agenda/agenda-view.tsx'
import { StaffActions } from '../features/appointments/agenda/staff-actions.tsx'
import { DayBoard } from '../features/appointments/day/day-board.tsx'
import { useSheet } from '../features/appointments/day/use-sheet.ts'
import { ownShopsQuery } from '../features/barbershops/own/queries.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendamentos das Minhas Barbearias' })
}

function actionsFor(appointment: Appointment, now: Date) {
  return <StaffActions appointment={appointment} now={now} />
}

const sheets = [
  { value: 'lista', label: 'Lista' },
  { value: 'dia', label: 'Dia' },
] as const

type Shops = readonly { id: string; name: string }[]

export default function AdminAppointmentsPage() {
  return (
    <RequireLogin requireAdmin>
      <OwnerAppointments />
    </RequireLogin>
  )
}

function OwnerAppointments() {
  const { data: shops = [] } = useQuery(ownShopsQuery())
  const [sheet, open] = useSheet(sheets)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Agendamentos das Minhas Barbearias</h1>
        <Segmented label="Como ver" options={sheets} value={sheet} onChange={open} />
      </div>
      {sheet === 'lista' ? (
        <AgendaView side="owner" actionsFor={actionsFor} shops={shops} />
      ) : (
        <OwnerDay shops={shops} />
      )}
    </>
  )
}

/** The board of one shop; who has several chooses. */
function OwnerDay({ shops }: { shops: Shops }) {
  const { user } = useSession()
  const [shopId, setShopId] = useState<string>()
  const shop = shops.find(({ id }) => id === shopId) ?? shops[0]
  if (!user || !shop) return null
  return (
    <div className="grid gap-4">
      {shops.length > 1 && (
        <div className="max-w-sm">
          <Select
            aria-label="Barbearia"
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
            value={shop.id}
            onChange={setShopId}
          />
        </div>
      )}
      <DayBoard key={shop.id} userId={user.id} barbershopId={shop.id} />
    </div>
  )
}
