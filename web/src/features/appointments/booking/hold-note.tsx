import { useEffect, useState } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Icon } from '../../../ui/icon.tsx'

function textOf(heldUntil: string | undefined, isOver: boolean) {
  if (!heldUntil) return 'Guardando este horário para você...'
  if (isOver) return 'O tempo da reserva acabou. Depois do código, tentamos este horário mais uma vez.'
  return `Guardamos este horário para você até ${formatTime(heldUntil, deviceTimeZone())}.`
}

/** On the visitor's own clock: it says how long one may take, not when the cut is. */
export function HoldNote({ heldUntil }: { heldUntil: string | undefined }) {
  const [over, setOver] = useState<string>()

  useEffect(() => {
    if (!heldUntil) return
    const timer = setTimeout(() => setOver(heldUntil), Date.parse(heldUntil) - Date.now())
    return () => clearTimeout(timer)
  }, [heldUntil])

  return (
    <p role="status" className="flex gap-2.5 rounded-control bg-brass-soft px-3.5 py-3 text-brass">
      <Icon name="clock" className="mt-0.5 size-5" />
      {textOf(heldUntil, heldUntil !== undefined && over === heldUntil)}
    </p>
  )
}
