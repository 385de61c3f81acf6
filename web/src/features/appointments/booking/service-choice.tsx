import type { Service } from '@na-regua/contract/barbershops'
import { useState } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { ChoiceDialog } from './choice-dialog.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { useFocusBack } from './use-focus-back.ts'

type ServiceChoiceProps = {
  services: readonly Service[]
  selected: Service | undefined
  onSelect: (id: string) => void
}

export function ServiceChoice({ services, selected, onSelect }: ServiceChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const { target, awaitPath } = useFocusBack<HTMLButtonElement>()
  const options = services.map(({ id, name, durationMin, priceCents }) => ({
    id,
    content: (
      <>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{name}</span>
          <span className="block text-sm text-mute">{durationMin} min</span>
        </span>
        <span className="font-semibold tabular-nums">{formatMoney(priceCents)}</span>
      </>
    ),
  }))
  return (
    <div>
      <ChoiceRow
        ref={target}
        label="Serviço"
        title={selected?.name ?? 'Selecione um serviço'}
        detail={selected ? `${selected.durationMin} min` : 'Esse não é mais oferecido'}
        figure={selected && formatMoney(selected.priceCents)}
        onChange={services.length > 1 || !selected ? () => setOpen(true) : undefined}
      />
      <ChoiceDialog
        title="Escolha o serviço"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        options={options}
        selected={selected?.id}
        onSelect={(id) => {
          setOpen(false)
          awaitPath()
          onSelect(id)
        }}
      />
    </div>
  )
}
