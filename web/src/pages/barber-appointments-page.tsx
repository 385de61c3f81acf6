import { type ComponentProps, Suspense } from 'react'
import { type MetaArgs, Navigate, useLocation } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { worksAt } from '../features/accounts/use-staff-screen.ts'
import { useViewMode } from '../features/appointments/agenda/status-tabs.tsx'
import { CommandBar } from '../features/appointments/commands/command-bar.tsx'
import { BarberDay } from '../features/appointments/day/barber-day.tsx'
import { StaffAgenda } from '../features/appointments/lists/staff-agenda.tsx'
import { OwnWeek } from '../features/appointments/week/week-view.tsx'
import { QueueOfBarber } from '../features/queue/today/queue-panel.tsx'
import { lazyPart } from '../lib/lazy-part.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { QueueSheet, renderGapSlots } from './own-parts.tsx'
import { FinishSheet } from './visit-closing.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meus Agendamentos' })
}

const PushInvitation = lazyPart(
  async () => (await import('../features/notifications/push-section.tsx')).PushInvitation,
  () => null,
)

type QueueProps = Parameters<NonNullable<ComponentProps<typeof BarberDay>['queue']>>[0]

/** The queue of a barber, with the sheet for a new entry, which belongs to another feature. */
const queueOf = (props: QueueProps) => <QueueOfBarber key={props.barberId} {...props} addSheet={QueueSheet} />

const viewModes = [
  { value: 'hoje', label: 'Hoje' },
  { value: 'lista', label: 'Lista' },
  { value: 'semana', label: 'Semana' },
] as const

export default function BarberAppointmentsPage() {
  return (
    <RequireLogin>
      <BarberAppointments />
    </RequireLogin>
  )
}

/** The shortcut of the installed app is one for all staff: owners and receptionists work with the board. */
function useBoardOfShortcut() {
  const user = useUser()
  const isShortcut = new URLSearchParams(useLocation().search).has('atalho')
  return isShortcut && user && worksAt(user) === 'board'
}

function BarberAppointments() {
  const user = useUser()
  const isOnBoard = useBoardOfShortcut()
  const [viewMode, setViewMode] = useViewMode(viewModes)
  if (isOnBoard) return <Navigate to={paths.ownerToday()} replace />
  if (user?.role === 'CUSTOMER') return <NoBarbershop />
  return (
    <>
      <CommandBar />
      <FinishSheet />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Meus Agendamentos</h1>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-between">
          <Segmented label="Como ver" options={viewModes} value={viewMode} onChange={setViewMode} />
          <ButtonLink to={paths.barberSchedule()} variant="outline" className="max-sm:px-3!">
            <Icon name="clock" className="size-4.5 max-sm:hidden" />
            <span>
              <span className="max-sm:sr-only">Meu </span>
              <span className="max-sm:capitalize">horário</span>
            </span>
          </ButtonLink>
        </div>
      </div>
      {viewMode === 'lista' && <StaffAgenda side="barber" />}
      {viewMode === 'semana' && <OwnWeek />}
      {viewMode === 'hoje' && user && <BarberDay userId={user.id} queue={queueOf} renderGapSlots={renderGapSlots} />}
      {/* It arrives late: above the day it would push the next customer out of the screen. */}
      {viewMode === 'hoje' && (
        <div className="mt-6 empty:hidden">
          <Suspense>
            <PushInvitation />
          </Suspense>
        </div>
      )}
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
