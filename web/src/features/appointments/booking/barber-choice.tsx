import type { Barber } from '@na-regua/contract/staff'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Choice, OptionText } from './choice.tsx'
import { anyBarber, type ChosenBarber, listSpecialties } from './rules.ts'

type BarberChoiceProps = {
  barbers: readonly Barber[]
  selected: ChosenBarber | undefined
  onSelect: (id: string) => void
}

const ANY_DETAIL = 'Quem estiver livre'

function AnyPicture() {
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-mute">
      <Icon name="people" className="size-5.5" />
    </span>
  )
}

function describe(barber: ChosenBarber | undefined) {
  if (!barber) return 'Esse não atende mais aqui'
  return barber.specialties ? listSpecialties(barber.specialties) : ANY_DETAIL
}

function Picture({ barber }: { barber: ChosenBarber | undefined }) {
  if (barber?.id === anyBarber.id) return <AnyPicture />
  return <Avatar name={barber?.name ?? '?'} src={barber?.avatarUrl} />
}

export function BarberChoice({ barbers, selected, onSelect }: BarberChoiceProps) {
  const choices: ChosenBarber[] = barbers.length > 1 ? [anyBarber, ...barbers] : [...barbers]
  const options = choices.map((barber) => ({
    id: barber.id,
    content: <OptionText picture={<Picture barber={barber} />} title={barber.name} detail={describe(barber)} />,
  }))
  return (
    <Choice
      label="Barbeiro"
      picture={<Picture barber={selected} />}
      title={selected?.name ?? 'Selecione um barbeiro'}
      detail={describe(selected)}
      dialogTitle="Escolha o barbeiro"
      options={options}
      selected={selected?.id}
      onSelect={onSelect}
    />
  )
}
