import { type RefObject, useEffect, useRef } from 'react'
import { MOVE_STEP } from './rules.ts'

/** A mouse that moves less was a click. */
const START_PX = 5
/** A finger that moves before the press is long enough scrolls. */
const LONG_PRESS_MS = 400
const TOUCH_SLOP_PX = 10

export type DragHandlers = {
  /** The pressed appointment, and where on the screen. False: it cannot be dragged. */
  onStart: (element: HTMLElement, x: number, y: number) => boolean
  onDrag: (x: number, y: number) => void
  onDrop: () => void
  onCancel: () => void
}

type Press = { element: HTMLElement; pointerId: number; isTouch: boolean; x: number; y: number; isDragging: boolean }

/** Drags of what has `data-appointment`, by mouse, pen or a long touch, anywhere below `board`. */
export function useDragGestures(board: RefObject<HTMLElement | null>, handlers: DragHandlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => (board.current ? listen(board.current, () => latest.current) : undefined), [board])
}

function listen(board: HTMLElement, getHandlers: () => DragHandlers) {
  const drag = new DragPress(getHandlers)
  const stop = new AbortController()
  const { signal } = stop
  const isOwn = (event: PointerEvent) => event.pointerId === drag.press?.pointerId

  board.addEventListener('pointerdown', drag.handlePress, { signal })
  window.addEventListener('pointermove', (event) => isOwn(event) && drag.handleMove(event), { signal })
  window.addEventListener('pointerup', (event) => isOwn(event) && drag.end(true), { signal })
  window.addEventListener('pointercancel', (event) => isOwn(event) && drag.end(false), { signal })
  window.addEventListener('blur', () => drag.end(false), { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && drag.end(false), { signal, capture: true })
  // Not passive, or a dragged appointment would scroll the page. Without a drag it returns at once.
  board.addEventListener('touchmove', (event) => drag.press?.isDragging && event.preventDefault(), {
    signal,
    passive: false,
  })
  // A drag is no swipe to the next barber.
  board.addEventListener('touchend', (event) => drag.hasDragged() && event.stopPropagation(), { signal })
  board.addEventListener('contextmenu', (event) => drag.press?.isTouch && event.preventDefault(), { signal })
  board.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  // The click that follows a drag opens nothing.
  board.addEventListener('click', (event) => drag.hasDragged() && swallow(event), { signal, capture: true })
  return () => {
    drag.end(false)
    stop.abort()
  }
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

function findPress(event: PointerEvent): Press | undefined {
  const { target, isPrimary, button, pointerType, pointerId, clientX: x, clientY: y } = event
  const element = (target as Element).closest<HTMLElement>('[data-appointment]')
  if (!element || !isPrimary || button !== 0) return undefined
  return { element, pointerId, isTouch: pointerType === 'touch', x, y, isDragging: false }
}

/** A press that may become a drag. */
class DragPress {
  press: Press | undefined
  readonly #getHandlers: () => DragHandlers
  #timer: number | undefined
  #endedAt = Number.NEGATIVE_INFINITY

  constructor(getHandlers: () => DragHandlers) {
    this.#getHandlers = getHandlers
  }

  handlePress = (event: PointerEvent) => {
    const found = findPress(event)
    if (!found) return
    this.press = found
    if (found.isTouch) this.#timer = window.setTimeout(() => this.#start(found), LONG_PRESS_MS)
  }

  handleMove({ clientX, clientY }: PointerEvent) {
    const { press } = this
    if (!press) return
    const distance = Math.hypot(clientX - press.x, clientY - press.y)
    if (!press.isDragging && press.isTouch && distance > TOUCH_SLOP_PX) return this.end(false)
    if (!press.isDragging && !press.isTouch && distance > START_PX) this.#start(press)
    if (press.isDragging) this.#getHandlers().onDrag(clientX, clientY)
  }

  #start(press: Press) {
    if (this.#getHandlers().onStart(press.element, press.x, press.y)) press.isDragging = true
    else this.press = undefined
  }

  end(isDropped: boolean) {
    const wasDragging = this.press?.isDragging
    clearTimeout(this.#timer)
    this.press = undefined
    if (!wasDragging) return
    this.#endedAt = performance.now()
    if (isDropped) this.#getHandlers().onDrop()
    else this.#getHandlers().onCancel()
  }

  /** Now, or until just now: the click and the end of the touch follow. */
  hasDragged() {
    return this.press?.isDragging || performance.now() - this.#endedAt < 50
  }
}

const steps: Record<string, [minutes: number, columns: number]> = {
  ArrowUp: [-MOVE_STEP, 0],
  ArrowDown: [MOVE_STEP, 0],
  PageUp: [-60, 0],
  PageDown: [60, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

type DragKeys = {
  isGrabbed: boolean
  onGrab: (id: string) => void
  onStep: (minutes: number, columns: number) => void
  onDrop: () => void
  onCancel: () => void
}

/** M takes hold of the focused appointment; Enter and Space open its details as those of any button. */
export function useDragKeys(board: RefObject<HTMLElement | null>, keys: DragKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { isGrabbed } = latest.current
      const isTaken = isGrabbed ? moveGrabbed(event, latest.current) : grabFocused(event, latest.current)
      if (!isTaken) return
      event.preventDefault()
      event.stopPropagation()
    }
    const element = board.current
    element?.addEventListener('keydown', handleKey, true)
    return () => element?.removeEventListener('keydown', handleKey, true)
  }, [board])
}

/** True when the key took hold of the focused appointment. */
function grabFocused({ key, target }: KeyboardEvent, { onGrab }: DragKeys) {
  const id = (target as Element).closest<HTMLElement>('[data-appointment]')?.dataset.appointment
  if (key.toLowerCase() !== 'm' || !id) return false
  onGrab(id)
  return true
}

/** True for every key but Tab: nothing else reacts to keys while an appointment is moved. */
function moveGrabbed({ key }: KeyboardEvent, { onStep, onDrop, onCancel }: DragKeys) {
  const step = steps[key]
  if (step) onStep(...step)
  else if (key === 'Enter' || key === ' ') onDrop()
  else if (key === 'Escape' || key === 'Tab') onCancel()
  return key !== 'Tab'
}

/** Pixels from the edge in which a drag scrolls, and pixels per frame. On a phone a bar covers the end of the page. */
const EDGE = { board: 48, page: 150 }
const SPEED = 9

type Point = { x: number; y: number }

/** While a drag is near an edge of the board, or of the screen if the page scrolls instead, it scrolls. */
export function useAutoScroll(
  board: RefObject<HTMLElement | null>,
  point: RefObject<Point> | undefined,
  onScroll: () => void,
) {
  const latest = useRef(onScroll)
  useEffect(() => {
    latest.current = onScroll
  })
  useEffect(() => {
    if (!point) return
    let frame = requestAnimationFrame(function scroll() {
      if (board.current && scrollAt(board.current, point.current)) latest.current()
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [board, point])
}

function scrollAt(board: HTMLElement, { x, y }: Point) {
  const isOwn = getComputedStyle(board).overflowY === 'auto'
  const { left, right, top, bottom } = board.getBoundingClientRect()
  const edge = isOwn ? EDGE.board : EDGE.page
  const step = (at: number, from: number, to: number) => (at < from + edge ? -SPEED : at > to - edge ? SPEED : 0)
  const distance = {
    left: isOwn ? step(x, left, right) : 0,
    top: isOwn
      ? step(y, Math.max(0, top + HEADER), Math.min(bottom, window.innerHeight))
      : step(y, 0, window.innerHeight),
  }
  if (distance.left === 0 && distance.top === 0) return false
  const scroller = isOwn ? board : window
  scroller.scrollBy({ ...distance, behavior: 'instant' })
  return true
}

/** Pixels of the names above the timelines. */
const HEADER = 80
