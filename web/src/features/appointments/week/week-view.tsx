import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { Select } from '../../../ui/select.tsx'
import { agendaChoicesQuery } from '../agenda/queries.ts'
import { useBarberOfUrl } from '../agenda/status-tabs.tsx'
import { BarberWeek } from './barber-week.tsx'
import { BarbershopWeekView } from './barbershop-week.tsx'
import { weekCountsQuery, weekQuery } from './queries.ts'
import { useWeekOfUrl, WeekFrame } from './week-frame.tsx'

/** The signed-in barber's own week, in every barbershop. */
export function OwnWeek() {
  const [date] = useWeekOfUrl()
  const navigate = useNavigate()
  const query = useQuery(weekQuery({ side: 'barber' }, date))
  return (
    <WeekFrame query={query}>
      {({ days, today }) => (
        <BarberWeek
          days={days}
          today={today}
          dayPath={paths.barberDay}
          onOpen={({ id }) => void navigate(paths.barberAppointment(id))}
        />
      )}
    </WeekFrame>
  )
}

type BarberOption = { id: string; name: string }
type BoardWeekProps = { barbershopId: string; barbers: readonly BarberOption[] }

/** The week of a barbershop: of the barber of the URL, or of all as numbers. */
export function BoardWeek({ barbershopId }: { barbershopId: string }) {
  const [barberId] = useBarberOfUrl()
  const { data: choices } = useQuery(agendaChoicesQuery('owner'))
  const barbers = choices?.barbers.filter((barber) => barber.barbershopId === barbershopId && !barber.hasLeft)
  // Of another barbershop.
  const isUnknown = barbers?.every(({ id }) => id !== barberId)
  return barberId && !isUnknown ? (
    <ChosenWeek barbershopId={barbershopId} barberId={barberId} barbers={barbers ?? []} />
  ) : (
    <WholeWeek barbershopId={barbershopId} barbers={barbers ?? []} />
  )
}

const ALL = 'todos'

function BarberSelect({ barbers, value }: { barbers: readonly BarberOption[]; value: string }) {
  const [, select] = useBarberOfUrl()
  return (
    <div className="ml-auto w-full sm:w-64">
      <Select
        aria-label="Barbeiro"
        options={[
          { value: ALL, label: 'Todos os barbeiros' },
          ...barbers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={value}
        onChange={(id) => select(id === ALL ? undefined : id)}
      />
    </div>
  )
}

function ChosenWeek({ barbershopId, barberId, barbers }: BoardWeekProps & { barberId: string }) {
  const [date] = useWeekOfUrl()
  const navigate = useNavigate()
  const query = useQuery(weekQuery({ side: 'owner', barbershopId, barberId }, date))
  return (
    <WeekFrame query={query} actions={<BarberSelect barbers={barbers} value={barberId} />}>
      {({ days, today }) => (
        <BarberWeek
          days={days}
          today={today}
          dayPath={(day) => paths.ownerDay(day, barberId)}
          onOpen={({ id }) => void navigate(paths.boardAppointment(id, barberId))}
        />
      )}
    </WeekFrame>
  )
}

function WholeWeek({ barbershopId, barbers }: BoardWeekProps) {
  const [date] = useWeekOfUrl()
  const query = useQuery(weekCountsQuery(barbershopId, date))
  return (
    <WeekFrame query={query} actions={<BarberSelect barbers={barbers} value={ALL} />}>
      {(week) => <BarbershopWeekView week={week} />}
    </WeekFrame>
  )
}
