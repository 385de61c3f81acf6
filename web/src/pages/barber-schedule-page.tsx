import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type MetaArgs, useSearchParams } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { CommandBar } from '../features/appointments/commands/command-bar.tsx'
import { staffDayQuery } from '../features/appointments/day/queries.ts'
import { ScheduleView } from '../features/staff/schedule/weekly-hours-editor.tsx'
import { isDate } from '../lib/local-time.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { displacement } from './own-parts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meu horário' })
}

export default function BarberSchedulePage() {
  return (
    <RequireLogin allowedRoles={['BARBER', 'OWNER']} permission="settings">
      <BarberSchedule />
    </RequireLogin>
  )
}

const PortfolioDialog = lazy(async () => ({
  default: (await import('../features/staff/portfolio/portfolio-dialog.tsx')).PortfolioDialog,
}))

function PortfolioButton({ barber }: { barber: { id: string; name: string } }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Icon name="camera" className="size-4.5" />
        Fotos e Instagram
      </Button>
      {isOpen && (
        <Suspense>
          <PortfolioDialog barber={barber} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function BarberSchedule() {
  const user = useUser()
  const [search, setSearch] = useSearchParams()
  const day = useQuery(staffDayQuery({ side: 'barber', userId: user?.id ?? '' }, undefined))
  const workdays = day.data?.barbers ?? []
  const barberId = search.get('barbeiro') ?? workdays[0]?.barberId
  const requestedDate = search.get('folga') ?? ''
  const timeOffDate = isDate(requestedDate) ? requestedDate : undefined
  const isOwn = workdays.some((workday) => workday.barberId === barberId)
  const back = isOwn || !day.data ? paths.barberAppointments() : paths.adminAppointments()
  const dayLink = (date: string) => (isOwn ? paths.barberDay(date) : paths.ownerDay(date))
  return (
    <>
      <CommandBar />
      <ButtonLink to={back} variant="ghost" className="-ml-4 text-mute">
        <Icon name="arrow-left" className="size-4.5" />
        Agendamentos
      </ButtonLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl md:text-3xl">{isOwn || !day.data ? 'Meu horário' : 'Horário do barbeiro'}</h1>
        {barberId && isOwn && <PortfolioButton key={barberId} barber={{ id: barberId, name: user?.name ?? '' }} />}
      </div>
      {workdays.length > 1 && isOwn && barberId && (
        <div className="mb-4">
          <Segmented
            label="Cadeira"
            options={workdays.map(({ barberId: value, barbershop }) => ({ value, label: barbershop.name }))}
            value={barberId}
            onChange={(id) => setSearch({ barbeiro: id }, { replace: true })}
          />
        </div>
      )}
      {barberId && (
        <ScheduleView
          key={barberId}
          barberId={barberId}
          dayLink={dayLink}
          displacement={displacement}
          timeOffDate={timeOffDate}
        />
      )}
      {!barberId && day.isPending && <LoadingMessage>Carregando o horário...</LoadingMessage>}
      {!barberId && !day.isPending && <NoBarbershop />}
    </>
  )
}

function NoBarbershop() {
  return (
    <Notice icon="chair" title="Você ainda não tem uma cadeira">
      Quando uma barbearia convidar você, seu horário aparece aqui.
    </Notice>
  )
}
