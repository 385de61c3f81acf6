import type { Barber } from '@na-regua/contract/staff'
import { useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { listSpecialties } from './rules.ts'
import { useFocusBack } from './use-focus-back.ts'

type BarberChoiceProps = { barbers: readonly Barber[]; selected: Barber | undefined; onSelect: (id: string) => void }

export function BarberChoice({ barbers, selected, onSelect }: BarberChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const { target, awaitPath } = useFocusBack<HTMLButtonElement>()
  const options = barbers.map((barber) => ({
    id: barber.id,
    content: (
      <>
        <Avatar name={barber.name} src={barber.avatarUrl} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{barber.name}</span>
          <span className="block text-sm text-mute">{listSpecialties(barber)}</span>
        </span>
      </>
    ),
  }))
  return (
    <div>
      <ChoiceRow
        ref={target}
        label="Barbeiro"
        picture={<Avatar name={selected?.name ?? '?'} src={selected?.avatarUrl} />}
        title={selected?.name ?? 'Selecione um barbeiro'}
        detail={selected ? listSpecialties(selected) : 'Esse não atende mais aqui'}
        onChange={barbers.length > 1 || !selected ? () => setOpen(true) : undefined}
      />
      <ChoiceDialog
        title="Escolha o barbeiro"
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
