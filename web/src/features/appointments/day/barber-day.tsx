import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type ReactNode, useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { WalkInDialog, type WalkInTarget } from '../walk-in/walk-in-dialog.tsx'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { NextCard, OpenList } from './barber-day-cards.tsx'
import { BarberTimeline } from './barber-timeline.tsx'
import { DayActions, listOneTapActions } from './day-actions.tsx'
import { DayFrame, useStaffDay } from './day-frame.tsx'
import { findNextAppointment, listRequests, listUnfinished } from './rules.ts'
import { type UndoableChanges, useUndoableChanges } from './use-undoable-changes.ts'

/** A barber's day on one screen: next customer, open requests, timeline and walk-ins. */
export function BarberDay({ userId }: { userId: string }) {
  const shown = useStaffDay({ side: 'barber', userId })
  const [selectedId, setSelectedId] = useState<string>()
  const workdays = shown.day?.chairs ?? []
  const workday = workdays.find(({ barberId }) => barberId === selectedId) ?? workdays[0]
  return (
    <DayFrame shown={shown}>
      {workdays.length > 1 && (
        <Segmented
          label="Cadeira"
          options={workdays.map(({ barberId, barbershop }) => ({ value: barberId, label: barbershop.name }))}
          value={workday?.barberId ?? ''}
          onChange={setSelectedId}
        />
      )}
      {shown.day && workday && <WorkdayScreen day={shown.day} workday={workday} isToday={shown.date === shown.today} />}
    </DayFrame>
  )
}

type WorkdayScreenProps = { day: StaffDay; workday: BarberWorkday; isToday: boolean }

function WorkdayScreen({ day, workday, isToday }: WorkdayScreenProps) {
  const now = useNow()
  const changes = useUndoableChanges()
  const [openId, setOpenId] = useState<string>()
  const [walkIn, setWalkIn] = useState<WalkInTarget>()
  const all = day.chairs.flatMap(({ appointments }) => appointments)
  const next = isToday ? findNextAppointment(all, now) : undefined
  const walkInButton = isToday && (
    <Button variant="ink" isWide onClick={() => setWalkIn({ workday, date: day.date })}>
      <Icon name="plus" />
      Encaixar agora
    </Button>
  )
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <NextColumn {...{ next, now, changes, walkInButton }} showsBarbershop={day.chairs.length > 1}>
          <OpenLists {...{ all, next, now, changes }} />
        </NextColumn>
        <BarberTimeline
          key={workday.barberId + day.date}
          {...{ workday, now, changes }}
          date={day.date}
          onOpen={({ id }) => setOpenId(id)}
          onAddWalkIn={(_, gap) => setWalkIn({ workday, date: day.date, gap })}
        />
      </div>
      <BottomBar {...{ next, now, changes, walkInButton }} />
      <AppointmentDialog
        appointment={all.find(({ id }) => id === openId)}
        {...{ now, changes }}
        onClose={() => setOpenId(undefined)}
      />
      <WalkInDialog target={walkIn} onClose={() => setWalkIn(undefined)} />
    </>
  )
}

type OpenListsProps = {
  all: readonly Appointment[]
  next: Appointment | undefined
  now: Date
  changes: UndoableChanges
}

function OpenLists({ all, next, now, changes }: OpenListsProps) {
  const requests = listRequests(all, now).filter((one) => one !== next)
  return (
    <>
      <OpenList title="Falta finalizar" appointments={listUnfinished(all, now)} {...{ now, changes }} />
      <OpenList title="Esperando sua resposta" appointments={requests} {...{ now, changes }} />
    </>
  )
}

type NextColumnProps = { next: Appointment | undefined; now: Date; changes: UndoableChanges; walkInButton: ReactNode }

/** Next to the timeline on wide screens; above it on phones, where the buttons are in the bottom bar. */
function NextColumn({
  next,
  now,
  changes,
  walkInButton,
  showsBarbershop,
  children,
}: NextColumnProps & { showsBarbershop: boolean; children: ReactNode }) {
  const isWide = useIsWide()
  return (
    <div className="grid gap-6 lg:sticky lg:top-24 lg:order-last">
      {next && (
        <NextCard appointment={changes.applyPending(next)} now={now} showsBarbershop={showsBarbershop}>
          {isWide && <DayActions appointment={next} {...{ now, changes }} />}
        </NextCard>
      )}
      {!next && walkInButton && (
        <p className="rounded-card border border-dashed border-line p-5 text-center text-mute">
          Ninguém mais marcado para hoje.
        </p>
      )}
      {isWide && walkInButton}
      {children}
    </div>
  )
}

function BottomBar({ next, now, changes, walkInButton }: NextColumnProps) {
  const isWide = useIsWide()
  const hasActions =
    next !== undefined && (listOneTapActions(next, now).length > 0 || changes.findPending(next.id) !== undefined)
  if (isWide || (!hasActions && !walkInButton)) return null
  return (
    <div className="sticky bottom-0 z-20 -mx-5 mt-auto grid gap-2 border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7">
      {next && hasActions && (
        <>
          <p className="truncate text-sm text-mute">{next.customer.name}</p>
          <DayActions appointment={next} {...{ now, changes }} />
        </>
      )}
      {walkInButton}
    </div>
  )
}
