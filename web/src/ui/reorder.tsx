import { type DragEvent, type MouseEvent, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Moves one item of the list; unchanged if `to` is out of range. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return to < 0 || to >= list.length ? [...list] : moved
}

/** Rows that are reordered by dragging their handle. Touch screens cannot drag this way, so move buttons are needed too. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()

  function handleStart(event: DragEvent<HTMLElement>, index: number) {
    const row = event.currentTarget.closest('[data-row]')
    event.dataTransfer.effectAllowed = 'move'
    // Firefox starts no drag without data.
    event.dataTransfer.setData('text/plain', '')
    if (row) event.dataTransfer.setDragImage(row, 20, 20)
    setDragged(index)
  }

  function handleOver(event: DragEvent, index: number) {
    if (dragged === undefined) return
    event.preventDefault()
    if (dragged === index) return
    onMove(dragged, index)
    setDragged(index)
  }

  return {
    dragged,
    handle: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => handleStart(event, index),
      onDragEnd: () => setDragged(undefined),
    }),
    row: (index: number) => ({
      'data-row': '',
      onDragOver: (event: DragEvent) => handleOver(event, index),
      onDrop: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    }),
  }
}

type MoveButtonsProps = {
  /** Name of the moved item. */
  name: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  /** Direction of the list. */
  axis?: 'vertical' | 'horizontal'
  className?: string
}

const directions = {
  vertical: [
    ['para cima', 'chevron-down', 'size-4.5 rotate-180'],
    ['para baixo', 'chevron-down', 'size-4.5'],
  ],
  horizontal: [
    ['para a esquerda', 'chevron-left', 'size-4.5'],
    ['para a direita', 'chevron-right', 'size-4.5'],
  ],
} as const

/** Moves an item by one position. The pressed button keeps the focus although its row moves. */
export function MoveButtons({ name, index, count, onMove, axis = 'vertical', className }: MoveButtonsProps) {
  function handlePress({ currentTarget }: MouseEvent<HTMLElement>, to: number) {
    if (to < 0 || to >= count) return
    onMove(index, to)
    requestAnimationFrame(() => currentTarget.focus())
  }

  return directions[axis].map(([direction, icon, iconClass], side) => {
    const to = side === 0 ? index - 1 : index + 1
    return (
      <IconButton
        key={direction}
        label={`Mover ${name} ${direction}`}
        aria-disabled={to < 0 || to >= count || undefined}
        onClick={(event) => handlePress(event, to)}
        className={`aria-disabled:opacity-35 ${className ?? ''}`}
      >
        <Icon name={icon} className={iconClass} />
      </IconButton>
    )
  })
}
