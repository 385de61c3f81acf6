import type { QueueClosure } from '@na-regua/contract/queue'
import type { QueueEntry, QueueToday } from '@na-regua/contract/queue-today'
import { clsx } from 'clsx'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { formatWait } from '../../../lib/format.ts'
import { createStoredValue, useStoredValue } from '../../../lib/use-stored-value.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StaleNotice, useIsOnline } from '../../../ui/stale-notice.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { BarberNowCard, NowButtons, NowHeader } from './barber-now.tsx'
import { EntryList } from './entries.tsx'
import { type QueueScope, type StaffQueue, useStaffQueue } from './use-queue-taps.ts'

/** The sheet for a new entry, which belongs to another feature. */
type AddSheet = ComponentType<{
  target: { barbershopId: string; timeZone: string }
  queue: {
    barbers: readonly { id: string; name: string }[]
    problem: string | undefined
    add: StaffQueue['taps']['add']
  }
  onClose: () => void
}>

type QueueSlotProps = QueueScope & { addSheet: AddSheet }

type BoardSlotProps = QueueSlotProps & {
  /** The columns of the day. */
  children: ReactNode
}

const QUEUE_PARAMETER = 'fila'

/** True when the URL names the queue, as the link of the navigation does. */
function useQueueOfUrl() {
  const [params, changeParams] = useUrlParams()
  const setOpen = (isOpen: boolean) =>
    void changeParams((current) => {
      const next = new URLSearchParams(current)
      if (isOpen) next.set(QUEUE_PARAMETER, '1')
      else next.delete(QUEUE_PARAMETER)
      return next
    })
  return [params.has(QUEUE_PARAMETER), setOpen] as const
}

/** Beside the columns of the owner's board; on a phone instead of them, one tap away. */
export function QueueOfBoard({ addSheet, children, ...scope }: BoardSlotProps) {
  const { queue, query } = useStaffQueue(scope)
  const isWide = useIsWide()
  const [isOpen, setOpen] = useQueueOfUrl()
  const isBeside = queue !== undefined && isWide
  const isInstead = queue !== undefined && !isWide && isOpen
  const panel = queue && (
    <>
      <StaleNotice of={query} />
      <BarbersNow queue={queue} />
      <EntryList queue={queue} />
    </>
  )
  // The columns keep their place in the tree when the queue arrives: a drag that has begun goes on.
  return (
    <div className={isBeside ? 'flex items-start gap-3' : 'contents'}>
      <div className={isBeside ? 'min-w-0 flex-1' : 'contents'}>{!isInstead && children}</div>
      {isBeside && (
        <QueueBeside queue={queue} addSheet={addSheet} isWanted={isOpen} onCollapse={() => setOpen(false)}>
          {panel}
        </QueueBeside>
      )}
      {isInstead && (
        <section className="grid grid-cols-1 gap-4">
          <PanelHeader queue={queue} addSheet={addSheet} hasButton={false} />
          {panel}
        </section>
      )}
      {queue && !isWide && (
        <BottomBar>
          <QueueButtons queue={queue} addSheet={addSheet} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </BottomBar>
      )}
    </div>
  )
}

const storedCollapse = createStoredValue({ key: 'queueCollapsed', parse: (text) => text === 'true' })

type QueueBesideProps = PartProps & {
  /** By the URL. */
  isWanted: boolean
  onCollapse: () => void
  children: ReactNode
}

/** It can be collapsed to a bar with the number of those who wait, which the device remembers. */
function QueueBeside({ queue, addSheet, isWanted, onCollapse, children }: QueueBesideProps) {
  const [wasCollapsed = false, setCollapsed] = useStoredValue(storedCollapse)
  const isCollapsed = wasCollapsed && !isWanted
  const { entries } = queue.today
  function toggle() {
    setCollapsed(!isCollapsed)
    if (isWanted) onCollapse()
  }
  return (
    // Around what scrolls, as around the columns: what scrolls with round corners waits for the main thread.
    <aside
      aria-label="Fila"
      className={clsx(
        'flex max-h-[calc(100dvh-7rem)] shrink-0 flex-col rounded-card border border-line bg-card py-1.25',
        isCollapsed ? 'w-12' : 'w-[clamp(14rem,17.5vw,20rem)] px-1',
      )}
    >
      <div className={clsx('flex items-center justify-between gap-2', !isCollapsed && 'p-1')}>
        <QueueToggle entries={entries} isCollapsed={isCollapsed} onToggle={toggle} />
        {!isCollapsed && <AddButton queue={queue} addSheet={addSheet} variant="ink" />}
      </div>
      {!isCollapsed && (
        <div className="grid min-h-0 grid-cols-1 content-start gap-3 overflow-y-auto bg-card p-2">
          <QueueWait queue={queue} />
          {children}
        </div>
      )}
    </aside>
  )
}

type QueueToggleProps = { entries: readonly QueueEntry[]; isCollapsed: boolean; onToggle: () => void }

function QueueToggle({ entries, isCollapsed, onToggle }: QueueToggleProps) {
  return (
    <h3 className={clsx('text-lg', isCollapsed && 'w-full')}>
      <button
        type="button"
        aria-expanded={!isCollapsed}
        title={isCollapsed ? 'Abrir a fila' : 'Recolher a fila'}
        onClick={onToggle}
        className={clsx(
          'flex min-h-11 items-center gap-1 rounded-control transition-colors hover:bg-sunken',
          isCollapsed ? 'w-full flex-col py-2' : 'px-1',
        )}
      >
        {isCollapsed && <Icon name="people" />}
        <span className={isCollapsed ? 'sr-only' : undefined}>Fila </span>
        <span className="font-sans text-sm font-semibold text-mute tabular-nums">{entries.length}</span>
        {isCollapsed && entries.some(isCalled) && (
          <span className="size-2 rounded-full bg-brass">
            <span className="sr-only">chamando</span>
          </span>
        )}
        <Icon name={isCollapsed ? 'chevron-left' : 'chevron-right'} className="size-4 text-mute" />
      </button>
    </h3>
  )
}

function BarbersNow({ queue }: { queue: StaffQueue }) {
  const shown = queue.today.barbers.filter(({ isAtWork, serving }) => isAtWork || serving)
  return (
    <ul aria-label="Barbeiros agora" className="divide-y divide-line empty:hidden">
      {shown.map((barber) => (
        <li key={barber.barberId}>
          <BarberNowCard queue={queue} barber={barber} />
        </li>
      ))}
    </ul>
  )
}

type BarberSlotProps = QueueSlotProps & {
  barberId: string
  /** In the column of the next customer, or in the bar at the bottom of a phone. */
  part: 'column' | 'bar'
  /** What stands there without a queue; in the column of a phone, what the bar has no room for. */
  children: ReactNode
}

/** On the barber's own day: what to tap next, and who waits. */
export function QueueOfBarber({ barberId, part, children, addSheet, ...scope }: BarberSlotProps) {
  const { queue, query } = useStaffQueue(scope)
  const isWide = useIsWide()
  const isOnline = useIsOnline()
  const barber = queue?.today.barbers.find((one) => one.barberId === barberId)
  useShownList(part === 'column' && barber !== undefined)
  if (!queue || !barber) return part === 'bar' ? children : null
  if (part === 'column')
    return (
      <>
        {/* Without network the day above says so. */}
        {isOnline && <StaleNotice of={query} />}
        {isWide && <BarberNowCard queue={queue} barber={barber} isOwn />}
        <section id={LIST_ID} tabIndex={-1} aria-label="Fila" className="grid scroll-mt-20 grid-cols-1 gap-2">
          <PanelHeader queue={queue} addSheet={addSheet} hasButton={isWide} />
          <EntryList queue={queue} barberId={barberId} limit={isWide ? undefined : SHORT_LIST} />
        </section>
        {!isWide && children}
      </>
    )
  return (
    <>
      <NowHeader queue={queue} barber={barber} />
      <NowButtons queue={queue} barber={barber} isOwn />
      <QueueButtons queue={queue} addSheet={addSheet} isOpen={false} onToggle={showList} />
    </>
  )
}

/** Rows above the day on a phone. */
const SHORT_LIST = 4
const LIST_ID = 'fila-de-espera'

function showList() {
  const list = document.getElementById(LIST_ID)
  list?.scrollIntoView({ block: 'start' })
  list?.focus({ preventScroll: true })
}

/** Once the list is there. */
function useShownList(isThere: boolean) {
  const [isWanted] = useQueueOfUrl()
  useEffect(() => {
    if (isWanted && isThere) showList()
  }, [isWanted, isThere])
}

function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[var(--bottom-navigation,0px)] z-20 -mx-5 mt-auto border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7">
      {children}
    </div>
  )
}

type PartProps = { queue: StaffQueue; addSheet: AddSheet }

function PanelHeader({ queue, addSheet, hasButton }: PartProps & { hasButton: boolean }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <h3 className="text-lg">
          Fila <span className="font-sans text-sm font-semibold text-mute">{queue.today.entries.length}</span>
        </h3>
        <QueueWait queue={queue} />
      </div>
      {hasButton && <AddButton queue={queue} addSheet={addSheet} variant="ink" />}
    </div>
  )
}

function QueueWait({ queue }: { queue: StaffQueue }) {
  const { closure, wait } = queue.today
  return <p className="text-sm text-mute tabular-nums">{describeClosure(closure) ?? describeWait(wait)}</p>
}

function describeWait(wait: QueueToday['wait']) {
  const range = formatWait(wait)
  if (!range) return 'espera ainda sem número'
  return wait && wait.toMin > 0 ? `espera ${range}` : range
}

const describeClosure = (closure: QueueClosure | null) => {
  if (closure === 'full') return 'cheia agora'
  return closure === 'closed' ? 'fechada agora' : undefined
}

function AddButton({ queue, addSheet: Sheet, variant }: PartProps & { variant: 'ink' | 'outline' }) {
  const { barbershopId, timeZone, today, problem, taps } = queue
  const [isAdding, setAdding] = useState(false)
  const isClosed = today.closure !== null
  const atWork = today.barbers.filter(({ isAtWork }) => isAtWork)
  const barbers = atWork.map(({ barberId: id, name }) => ({ id, name }))
  return (
    <>
      <Button variant={variant} disabled={isClosed} onClick={() => setAdding(true)}>
        <Icon name="plus" className="size-4.5" />
        Fila
      </Button>
      {isAdding && (
        <Sheet
          target={{ barbershopId, timeZone }}
          queue={{ barbers, problem: problem?.at === 'add' ? problem.text : undefined, add: taps.add }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

type QueueButtonsProps = PartProps & { isOpen: boolean; onToggle: () => void }

/** On phones: who waits, and one more. */
function QueueButtons({ queue, addSheet, isOpen, onToggle }: QueueButtonsProps) {
  const { entries, wait } = queue.today
  const hasCall = entries.some(isCalled)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <Button variant="outline" onClick={onToggle}>
        <Icon name={isOpen ? 'calendar' : 'people'} className="size-4.5" />
        {isOpen ? (
          'Ver a agenda'
        ) : (
          <span className="min-w-0 line-clamp-3 wrap-anywhere">
            Fila <span className="tabular-nums">{entries.length}</span>
            {wait && !hasCall && <span className="font-normal text-mute"> · {formatWait(wait)}</span>}
          </span>
        )}
        {hasCall && !isOpen && (
          <Badge tone="brass" className="shrink-0">
            chamando
          </Badge>
        )}
      </Button>
      <AddButton queue={queue} addSheet={addSheet} variant="outline" />
    </div>
  )
}

const isCalled = ({ status }: QueueEntry) => status === 'CALLED'
