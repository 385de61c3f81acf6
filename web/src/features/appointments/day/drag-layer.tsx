import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatMinutes } from '../../../lib/format.ts'
import { getServedName } from '../agenda/rules.ts'
import { formatMinuteOfDay, type MinuteSpan, minuteToInstant, toTimelineMinute } from '../timeline/rules.ts'
import { type BoardPlace, describeDropPlace, findDropProblem, isMovable, MOVE_STEP } from './rules.ts'
import { useAutoScroll, useDragGestures, useDragKeys } from './use-drag-gestures.ts'
import type { Moves, MoveTarget } from './use-moves.ts'

type DragLayerProps = {
  /** What contains the timelines, each with `data-timeline`, and their appointments with `data-appointment`. */
  board: RefObject<HTMLElement | null>
  workdays: readonly BarberWorkday[]
  date: string
  span: MinuteSpan
  /** Pixels of a minute. */
  scale: number
  now: Date
  moves: Moves
}

/** An appointment that is being dragged, and the place at which it would be dropped. */
type Drag = { appointment: Appointment; origin: BoardPlace; place: BoardPlace; isByKeyboard: boolean }

export const MOVE_HINT_ID = 'como-mudar-horario'

/** Drag and drop between times and barbers. Renders only what is dragged, so that the board is not rendered again meanwhile. */
export function DragLayer(props: DragLayerProps) {
  const { date, now } = props
  const { drag, announcement } = useDrag(props)
  const problem = drag && findDropProblem(drag.appointment, drag.place, date, now)
  return (
    <>
      <p id={MOVE_HINT_ID} hidden>
        Tecla M para mudar o horário.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      {drag && <Ghost {...props} drag={drag} problem={problem} />}
    </>
  )
}

function useDrag(props: DragLayerProps) {
  const { board } = props
  const [drag, showDrag] = useState<Drag>()
  /** Several events may come before the next render, and each continues what the one before it left. */
  const held = useRef<Drag>(undefined)
  const [announcement, announce] = useState('')
  /** Where the pointer is, and how far below the start of the appointment it took hold of it. */
  const pointer = useRef({ offset: 0, x: 0, y: 0 })
  const { grab, step, drop, cancel } = createActions(props, { held, setDrag, announce })

  function setDrag(next: Drag | undefined) {
    held.current = next
    showDrag(next)
  }

  function follow() {
    const { current } = held
    if (current) setDrag({ ...current, place: findPlace(props, current, pointer.current) })
  }

  useDragGestures(board, {
    onStart(element, x, y) {
      pointer.current = { offset: y - element.getBoundingClientRect().top, x, y }
      return grab(element.dataset.appointment ?? '', false)
    },
    onDrag(x, y) {
      Object.assign(pointer.current, { x, y })
      follow()
    },
    onDrop: drop,
    onCancel: cancel,
  })
  useAutoScroll(board, drag && !drag.isByKeyboard ? pointer : undefined, follow)
  const isGrabbed = drag?.isByKeyboard ?? false
  useDragKeys(board, { isGrabbed, onGrab: (id) => void grab(id, true), onStep: step, onDrop: drop, onCancel: cancel })
  return { drag, announcement }
}

type DragState = {
  /** The drag after the last event, also before it is rendered. */
  held: RefObject<Drag | undefined>
  setDrag: (drag: Drag | undefined) => void
  announce: (text: string) => void
}

function createActions(props: DragLayerProps, { held, setDrag, announce }: DragState) {
  const { board, moves, date, now } = props

  function cancel() {
    const drag = held.current
    setDrag(undefined)
    if (drag) announce(`${getServedName(drag.appointment)} continua ${describePlace(drag.origin)}.`)
  }

  return {
    cancel,
    grab(id: string, isByKeyboard: boolean) {
      const grabbed = findAppointment(props, id)
      if (!grabbed) return false
      setDrag({ ...grabbed, place: grabbed.origin, isByKeyboard })
      announce(`${getServedName(grabbed.appointment)}, ${describePlace(grabbed.origin)}. ${isByKeyboard ? KEYS : ''}`)
      return true
    },
    step(minutes: number, columns: number) {
      const drag = held.current
      if (!drag) return
      const place = stepPlace(props, drag, minutes, columns)
      setDrag({ ...drag, place })
      announce(describeStop(props, drag.appointment, place))
    },
    drop() {
      const drag = held.current
      if (!drag) return
      const { appointment, place, origin, isByKeyboard } = drag
      if (place.workday.barberId === origin.workday.barberId && place.minute === origin.minute) return cancel()
      setDrag(undefined)
      const problem = findDropProblem(appointment, place, date, now)
      if (problem) return moves.refuse(problem)
      void moves.drop(appointment, toTarget(place, date))
      // In another column it is another element.
      if (isByKeyboard) requestAnimationFrame(() => findBlock(board.current, appointment.id)?.focus())
    },
  }
}

const KEYS = 'Setas mudam o horário e o barbeiro, Enter solta, Esc desiste.'

function describePlace({ workday, minute }: BoardPlace) {
  return `às ${formatMinutes(minute)} com ${workday.name}`
}

/** What a step of the keyboard announces. */
function describeStop({ date, now }: DragLayerProps, appointment: Appointment, place: BoardPlace) {
  const problem = findDropProblem(appointment, place, date, now)
  return `${describePlace(place)}: ${problem ?? describeDropPlace(place, appointment.durationMin) ?? 'livre'}`
}

function toTarget({ workday, minute }: BoardPlace, date: string): MoveTarget {
  const startTime = minuteToInstant(minute, date, workday.timeZone)
  return { startTime, barber: { id: workday.barberId, name: workday.name } }
}

const findBlock = (board: HTMLElement | null, id: string) =>
  board?.querySelector<HTMLElement>(`[data-appointment="${id}"]`)

function findAppointment({ workdays, date, now }: DragLayerProps, id: string) {
  for (const workday of workdays) {
    const appointment = workday.appointments.find((one) => one.id === id)
    if (!appointment || !isMovable(appointment, now)) continue
    const minute = toTimelineMinute(appointment.startTime, date, workday.timeZone)
    return { appointment, origin: { workday, minute } }
  }
  return undefined
}

type Columns = Pick<DragLayerProps, 'workdays' | 'span' | 'scale' | 'board'>

const timelineOf = (board: HTMLElement | null, { workday }: BoardPlace) =>
  board?.querySelector<HTMLElement>(`[data-timeline="${workday.barberId}"]`)

/** The place under a point of the screen. */
function findPlace(
  { board, workdays, span, scale }: Columns,
  { appointment, place }: Drag,
  { x, y, offset }: { x: number; y: number; offset: number },
) {
  const columns = workdays.flatMap((workday) => {
    const rect = timelineOf(board.current, { workday, minute: 0 })?.getBoundingClientRect()
    return rect ? [{ workday, rect, distance: Math.max(rect.left - x, x - rect.right, 0) }] : []
  })
  const nearest = columns.toSorted((one, other) => one.distance - other.distance)[0]
  if (!nearest) return place
  const minute = span.start + (y - offset - nearest.rect.top) / scale
  return { workday: nearest.workday, minute: toStep(minute, span, appointment) }
}

function toStep(minute: number, span: MinuteSpan, { durationMin }: Appointment) {
  const rounded = Math.round(minute / MOVE_STEP) * MOVE_STEP
  return Math.max(span.start, Math.min(rounded, span.end - durationMin))
}

function stepPlace({ workdays, span }: Columns, { appointment, place }: Drag, minutes: number, columns: number) {
  const index = workdays.findIndex(({ barberId }) => barberId === place.workday.barberId) + columns
  const workday = workdays[Math.max(0, Math.min(index, workdays.length - 1))] ?? place.workday
  return { workday, minute: minutes === 0 ? place.minute : toStep(place.minute + minutes, span, appointment) }
}

type GhostProps = DragLayerProps & { drag: Drag; problem: string | undefined }

/** What is dragged, in the timeline on which it would be dropped. The block that it comes from is dimmed. */
function Ghost({ board, span, scale, drag: { appointment, place, isByKeyboard }, problem }: GhostProps) {
  const ghost = useRef<HTMLDivElement>(null)
  const timeline = timelineOf(board.current, place)

  useEffect(() => {
    const block = findBlock(board.current, appointment.id)
    if (!block) return
    block.style.opacity = '0.4'
    return () => {
      block.style.opacity = ''
    }
  }, [board, appointment.id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the keyboard may leave the visible part.
  useEffect(() => {
    if (isByKeyboard) ghost.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isByKeyboard, place])

  if (!timeline) return null
  const { minute } = place
  const note = problem ?? describeDropPlace(place, appointment.durationMin)
  return createPortal(
    <div
      ref={ghost}
      aria-hidden="true"
      className={clsx(
        'pointer-events-none absolute inset-x-0 z-5 scroll-mt-20 scroll-mb-8 rounded-small border-2 bg-card px-2 py-1 text-sm leading-tight shadow-float',
        problem ? 'border-red text-red' : 'border-ink',
      )}
      style={{ top: (minute - span.start) * scale, minHeight: appointment.durationMin * scale }}
    >
      <p className="font-semibold tabular-nums">
        {formatMinuteOfDay(minute)}–{formatMinuteOfDay(minute + appointment.durationMin)}
      </p>
      <p className="truncate">{getServedName(appointment)}</p>
      {note && <p className="text-xs">{note}</p>}
    </div>,
    timeline,
  )
}
