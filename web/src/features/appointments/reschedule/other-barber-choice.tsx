import type { Appointment, OtherBarber } from '@na-regua/contract/appointments'
import { Avatar } from '../../../ui/avatar.tsx'
import { Choice, OptionText } from '../booking/choice.tsx'
import { describeOtherTerms } from './rules.ts'

export type OtherBarberChoiceProps = {
  appointment: Pick<Appointment, 'priceCents' | 'durationMin'> & {
    barber: Pick<OtherBarber, 'id' | 'name' | 'avatarUrl'>
  }
  others: readonly OtherBarber[]
  /** Undefined: the barber stays. */
  chosen: OtherBarber | undefined
  onChoose: (barberId: string) => void
}

/** Who does it: the same barber, or another one with what changes. */
export function OtherBarberChoice({ appointment, others, chosen, onChoose }: OtherBarberChoiceProps) {
  const own = { ...appointment.barber, detail: 'O mesmo barbeiro' }
  const options = [own, ...others.map((other) => ({ ...other, detail: describeOtherTerms(other, appointment) }))]
  const selected = options.find(({ id }) => id === chosen?.id) ?? own
  return (
    <Choice
      label="Barbeiro"
      media={<Avatar name={selected.name} src={selected.avatarUrl} />}
      title={selected.name}
      detail={selected.detail}
      dialogTitle="Escolha o barbeiro"
      options={options.map(({ id, name, avatarUrl, detail }) => ({
        id,
        content: <OptionText media={<Avatar name={name} src={avatarUrl} />} title={name} detail={detail} />,
      }))}
      selected={selected.id}
      onSelect={onChoose}
    />
  )
}
