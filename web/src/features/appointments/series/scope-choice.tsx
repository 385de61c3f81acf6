import { ChoiceGroup } from '../../../ui/checkbox.tsx'

/** What a change of a standing appointment is about. */
export type ChangeScope = 'one' | 'following'

const options = [
  { value: 'one', label: 'Só este' },
  { value: 'following', label: 'Este e os próximos' },
] as const

type ScopeChoiceProps = { value: ChangeScope; onChange: (scope: ChangeScope) => void; legend?: string }

/** Chooses what changes when an appointment is a date of a standing one. */
export function ScopeChoice({ value, onChange, legend = 'O que muda?' }: ScopeChoiceProps) {
  return (
    <div className="mb-4">
      <ChoiceGroup
        legend={`Este é um horário fixo. ${legend}`}
        options={options}
        value={value}
        onChange={(next) => onChange(next ?? value)}
      />
    </div>
  )
}
