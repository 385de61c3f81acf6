import { type DragEvent, type MouseEvent, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Rows dragged into another order by their handle. A finger cannot drag this way, so buttons must stand beside it. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()

  function handleStart(event: DragEvent<HTMLElement>, index: number) {
    const row = event.currentTarget.closest('[data-row]')
    event.dataTransfer.effectAllowed = 'move'
    // Firefox drags nothing that carries nothing.
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
  /** Names what is moved. */
  name: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  /** The way the list runs. */
  axis?: 'vertical' | 'horizontal'
  className?: string
}

const ways = {
  vertical: [
    ['para cima', 'chevron-down', 'size-4.5 rotate-180'],
    ['para baixo', 'chevron-down', 'size-4.5'],
  ],
  horizontal: [
    ['para a esquerda', 'chevron-left', 'size-4.5'],
    ['para a direita', 'chevron-right', 'size-4.5'],
  ],
} as const

/** One place back or forth. The pressed button keeps the focus, though its row has moved under it. */
export function MoveButtons({ name, index, count, onMove, axis = 'vertical', className }: MoveButtonsProps) {
  function handlePress({ currentTarget }: MouseEvent<HTMLElement>, to: number) {
    if (to < 0 || to >= count) return
    onMove(index, to)
    requestAnimationFrame(() => currentTarget.focus())
  }

  return ways[axis].map(([words, icon, iconClass], side) => {
    const to = side === 0 ? index - 1 : index + 1
    return (
      <IconButton
        key={words}
        label={`Mover ${name} ${words}`}
        aria-disabled={to < 0 || to >= count || undefined}
        onClick={(event) => handlePress(event, to)}
        className={`aria-disabled:opacity-35 ${className ?? ''}`}
      >
        <Icon name={icon} className={iconClass} />
      </IconButton>
    )
  })
}
