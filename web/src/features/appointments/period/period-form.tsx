import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export type PeriodDates = { from: string; to: string }

type PeriodFormProps = PeriodDates & { action: string; isRequired?: boolean; onSubmit: (period: PeriodDates) => void }

/** Two dates. The second one follows the first, so that it is never before it. */
export function PeriodForm({ from, to, action, isRequired, onSubmit }: PeriodFormProps) {
  const [dates, setDates] = useState({ from, to })

  function handleFrom(next: string) {
    setDates({ from: next, to: dates.to && dates.to < next ? next : dates.to })
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onSubmit(dates)
  }

  return (
    <form
      onSubmit={handleSubmit}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-end gap-3"
    >
      <TextField
        label="De"
        type="date"
        required={isRequired}
        value={dates.from}
        onChange={({ target }) => handleFrom(target.value)}
      />
      <TextField
        label="Até"
        type="date"
        required={isRequired}
        min={dates.from}
        value={dates.to}
        onChange={({ target }) => setDates({ ...dates, to: target.value })}
      />
      <Button type="submit" variant="ink" className="col-span-full">
        {action}
      </Button>
    </form>
  )
}
