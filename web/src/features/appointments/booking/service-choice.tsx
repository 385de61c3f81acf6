import type { Service } from '@na-regua/contract/barbershops'
import { formatMoney } from '../../../lib/format.ts'
import { Choice, OptionText } from './choice.tsx'

type ServiceChoiceProps = {
  services: readonly Service[]
  selected: Service | undefined
  onSelect: (id: string) => void
}

export function ServiceChoice({ services, selected, onSelect }: ServiceChoiceProps) {
  const options = services.map(({ id, name, durationMin, priceCents }) => ({
    id,
    content: <OptionText title={name} detail={`${durationMin} min`} figure={formatMoney(priceCents)} />,
  }))
  return (
    <Choice
      label="Serviço"
      title={selected?.name ?? 'Selecione um serviço'}
      detail={selected ? `${selected.durationMin} min` : 'Esse não é mais oferecido'}
      figure={selected && formatMoney(selected.priceCents)}
      dialogTitle="Escolha o serviço"
      options={options}
      selected={selected?.id}
      onSelect={onSelect}
    />
  )
}
