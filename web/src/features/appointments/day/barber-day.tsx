import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type ReactNode, useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { WalkInDialog, type WalkInPlace } from '../walk-in/walk-in-dialog.tsx'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { DayActions, tapsFor } from './day-actions.tsx'
import { DayFrame } from './day-frame.tsx'
import { NextCard } from './next-card.tsx'
import { OpenList } from './open-list.tsx'
import { findNext, listRequests, listUnfinished } from './rules.ts'
import { TodayLine } from './today-line.tsx'
import { useDay } from './use-day.ts'
import { type Undoable, useUndoable } from './use-undoable.ts'

/** A barber's day on one screen: who is next, what is open, the line, and a chair for whoever walks in. */
export function BarberDay({ userId }: { userId: string }) {
  const shown = useDay({ side: 'barber', userId })
  const [chairId, setChairId] = useState<string>()
  const chairs = shown.day?.chairs ?? []
  const chair = chairs.find(({ barberId }) => barberId === chairId) ?? chairs[0]
  return (
    <DayFrame shown={shown}>
      {chairs.length > 1 && (
        <Segmented
          label="Cadeira"
          options={chairs.map(({ barberId, barbershop }) => ({ value: barberId, label: barbershop.name }))}
          value={chair?.barberId ?? ''}
          onChange={setChairId}
        />
      )}
      {shown.day && chair && <ChairScreen day={shown.day} chair={chair} isToday={shown.date === shown.today} />}
    </DayFrame>
  )
}

type ChairScreenProps = { day: StaffDay; chair: BarberWorkday; isToday: boolean }

function ChairScreen({ day, chair, isToday }: ChairScreenProps) {
  const now = useNow()
  const undoable = useUndoable()
  const [openId, setOpenId] = useState<string>()
  const [place, setPlace] = useState<WalkInPlace>()
  const all = day.chairs.flatMap(({ appointments }) => appointments)
  const next = isToday ? findNext(all, now) : undefined
  const fitNow = isToday && (
    <Button variant="ink" isWide onClick={() => setPlace({ chair, date: day.date })}>
      <Icon name="plus" />
      Encaixar agora
    </Button>
  )
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <NextColumn {...{ next, now, undoable, fitNow }} hasShop={day.chairs.length > 1}>
          <OpenLists {...{ all, next, now, undoable }} />
        </NextColumn>
        <TodayLine
          key={chair.barberId + day.date}
          {...{ chair, now, undoable }}
          date={day.date}
          onOpen={({ id }) => setOpenId(id)}
          onFit={(_, gap) => setPlace({ chair, date: day.date, gap })}
        />
      </div>
      <ThumbBar {...{ next, now, undoable, fitNow }} />
      <AppointmentDialog
        appointment={all.find(({ id }) => id === openId)}
        {...{ now, undoable }}
        onClose={() => setOpenId(undefined)}
      />
      <WalkInDialog place={place} onClose={() => setPlace(undefined)} />
    </>
  )
}

type OpenListsProps = { all: readonly Appointment[]; next: Appointment | undefined; now: Date; undoable: Undoable }

function OpenLists({ all, next, now, undoable }: OpenListsProps) {
  const requests = listRequests(all, now).filter((one) => one !== next)
  return (
    <>
      <OpenList title="Falta finalizar" appointments={listUnfinished(all, now)} {...{ now, undoable }} />
      <OpenList title="Esperando sua resposta" appointments={requests} {...{ now, undoable }} />
    </>
  )
}

type NextProps = { next: Appointment | undefined; now: Date; undoable: Undoable; fitNow: ReactNode }

/** On a wide screen it stands beside the line; on a phone above it, with the buttons at the thumb. */
function NextColumn({
  next,
  now,
  undoable,
  fitNow,
  hasShop,
  children,
}: NextProps & { hasShop: boolean; children: ReactNode }) {
  const isWide = useIsWide()
  return (
    <div className="grid gap-6 lg:sticky lg:top-24 lg:order-last">
      {next && (
        <NextCard appointment={undoable.show(next)} now={now} hasShop={hasShop}>
          {isWide && <DayActions appointment={next} {...{ now, undoable }} />}
        </NextCard>
      )}
      {!next && fitNow && (
        <p className="rounded-card border border-dashed border-line p-5 text-center text-mute">
          Ninguém mais marcado para hoje.
        </p>
      )}
      {isWide && fitNow}
      {children}
    </div>
  )
}

function ThumbBar({ next, now, undoable, fitNow }: NextProps) {
  const isWide = useIsWide()
  const hasTaps = next !== undefined && (tapsFor(next, now).length > 0 || undoable.findPending(next.id) !== undefined)
  if (isWide || (!hasTaps && !fitNow)) return null
  return (
    <div className="sticky bottom-0 z-20 -mx-5 mt-auto grid gap-2 border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7">
      {next && hasTaps && (
        <>
          <p className="truncate text-sm text-mute">{next.customer.name}</p>
          <DayActions appointment={next} {...{ now, undoable }} />
        </>
      )}
      {fitNow}
    </div>
  )
}
