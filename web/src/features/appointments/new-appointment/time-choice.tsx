import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatShortDate, formatTimeInSentence } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { listAlternatives } from './queries.ts'
import { listNextTimes } from './rules.ts'

/** Two rows on a phone. */
const MAX_TIMES = 8

type TimeChoiceProps = { slots: readonly string[] | undefined; value: string; onChange: (time: string) => void }

/** A time of the day: the next slots as chips; staff may type any other one. */
export function TimeChoice({ slots = [], value, onChange }: TimeChoiceProps) {
  const [areAllShown, setAllShown] = useState(false)
  // Not the chosen slot: the others would move away from under the finger.
  const [wanted, setWanted] = useState(value)
  const shown = areAllShown ? slots : listNextTimes(slots, wanted, MAX_TIMES)
  return (
    <>
      {slots.length > 0 && (
        <ChoiceGroup
          legend="Horários livres"
          options={shown.map((slot) => ({ value: slot, label: slot }))}
          value={value}
          onChange={(slot) => onChange(slot ?? '')}
        />
      )}
      {shown.length < slots.length && (
        <Button variant="ghost" className="-my-3 justify-self-start px-0!" onClick={() => setAllShown(true)}>
          Ver os {slots.length} horários do dia
        </Button>
      )}
      <TextField
        label={slots.length > 0 ? 'Outro horário' : 'Horário'}
        type="time"
        value={value}
        hint="Também vale fora do expediente."
        onChange={({ target }) => {
          setWanted(target.value)
          onChange(target.value)
        }}
      />
    </>
  )
}

type TimeOfBarber = Pick<Alternative, 'barberId' | 'date' | 'time'>

type TimeSubmitProps = {
  error: Error | null | undefined
  fallback: string
  /** What was refused, if something was. */
  choice: TimeOfBarber
  onChoose: (instead: TimeOfBarber) => void
  isBusy: boolean
  isComplete: boolean
  label: string
  children?: ReactNode
}

/** Two fit beside each other on a phone. */
const MAX_ALTERNATIVES = 2

/**
 * The button that takes the chosen time, with its refusal. Where the time was taken the next free ones follow, each a button. The main
 * button is then disabled: a second tap on it must take nothing else.
 */
export function TimeSubmit({ error, fallback, isBusy, isComplete, label, children, ...choices }: TimeSubmitProps) {
  const alternatives = listAlternatives(error).slice(0, MAX_ALTERNATIVES)
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-card p-4">
      {error && <FormAlert>{errorText(error, fallback)}</FormAlert>}
      {alternatives.length > 0 && <AlternativeTimes {...choices} alternatives={alternatives} />}
      {children}
      <Button type="submit" size="large" isWide isBusy={isBusy} disabled={!isComplete || alternatives.length > 0}>
        {label}
      </Button>
    </div>
  )
}

type AlternativeTimesProps = Pick<TimeSubmitProps, 'choice' | 'onChoose'> & { alternatives: readonly Alternative[] }

/** The day and the barber are named where they are others than those that were chosen. */
function AlternativeTimes({ alternatives, choice, onChoose }: AlternativeTimesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {alternatives.map(({ barberId, barberName, date, time }) => (
        <Button
          key={`${barberId} ${date} ${time}`}
          variant="outline"
          className="grow"
          onClick={() => onChoose({ barberId, date, time })}
        >
          {date !== choice.date && `${formatShortDate(date)}, `}
          {formatTimeInSentence(time)}
          {barberId !== choice.barberId && ` com ${barberName}`}
        </Button>
      ))}
    </div>
  )
}
