import { FIRST_OUTREACH_HOUR, LAST_OUTREACH_HOUR, type OutreachPurpose } from '@na-regua/contract/outreach'
import { useSavedChoice } from '../../lib/use-saved-choice.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { useAutomation } from './queries.ts'
import { automationHints, usualHours } from './rules.ts'

type AutomationFieldProps = {
  barbershopId: string
  purpose: OutreachPurpose
  /** Null: the messages do not leave by themselves. */
  hour: number | null
  canChange: boolean
}

const hours = Array.from({ length: LAST_OUTREACH_HOUR - FIRST_OUTREACH_HOUR + 1 }, (_, index) => {
  const hour = FIRST_OUTREACH_HOUR + index
  return { value: String(hour), label: `às ${hour}h` }
})

/** Whether and when the messages leave by themselves. Who may not change it reads it. */
export function AutomationField({ barbershopId, purpose, hour, canChange }: AutomationFieldProps) {
  const { shown, choose } = useSavedChoice(hour, useAutomation(barbershopId, purpose))
  if (!canChange) return hour === null ? null : <p className="text-sm text-mute">Sai sozinho às {hour}h.</p>
  return (
    <div className="rounded-card border border-line bg-card px-4 py-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Checkbox checked={shown !== null} onChange={(isOn) => choose(isOn ? usualHours[purpose] : null)}>
          Enviar sozinho
        </Checkbox>
        {shown !== null && (
          <span className="w-32">
            <Select
              aria-label="Hora do envio"
              options={hours}
              value={String(shown)}
              onChange={(value) => choose(Number(value))}
            />
          </span>
        )}
      </div>
      <p className="text-sm text-mute">{automationHints[purpose]}</p>
    </div>
  )
}
