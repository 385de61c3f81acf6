import { type DragEvent, useState } from 'react'

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
