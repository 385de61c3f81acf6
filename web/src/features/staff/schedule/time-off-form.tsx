import { type FormEvent, useState } from 'react'
import { addDays } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { TimeOffWish } from './queries.ts'

type TimeOffFormProps = {
  date: string
  today: string
  isBusy: boolean
  failure: string | undefined
  onAdd: (wish: TimeOffWish) => void
}

const modes = [
  { value: 'days', label: 'Dias inteiros' },
  { value: 'hours', label: 'Algumas horas' },
] as const

type Mode = (typeof modes)[number]['value']

function useWish(date: string) {
  const [mode, setMode] = useState<Mode>('days')
  const [wish, setWish] = useState({ startDate: date, endDate: date, startTime: '12:00', endTime: '18:00', reason: '' })
  const field = (name: keyof typeof wish) => ({
    name,
    value: wish[name],
    onChange: (event: { target: { value: string } }) => setWish((old) => ({ ...old, [name]: event.target.value })),
  })
  return { mode, setMode, wish, field }
}

/** What the server is asked for; hours that end before they begin end on the next day. */
function toTimeOff(mode: Mode, { startDate, endDate, startTime, endTime, reason }: ReturnType<typeof useWish>['wish']) {
  const about = { startDate, reason: reason.trim() || undefined }
  if (mode === 'days') return { ...about, endDate }
  return { ...about, startTime, endTime, endDate: endTime <= startTime ? addDays(startDate, 1) : startDate }
}

/** Days or hours, and what it is for. */
export function TimeOffForm({ date, today, isBusy, failure, onAdd }: TimeOffFormProps) {
  const { mode, setMode, wish, field } = useWish(date)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onAdd(toTimeOff(mode, wish))
  }

  return (
    <form onSubmit={handleSubmit} className="grid gap-4">
      <Segmented label="Tipo de folga" options={modes} value={mode} onChange={setMode} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={mode === 'days' ? 'De' : 'Dia'} type="date" required min={today} {...field('startDate')} />
        {mode === 'days' && <TextField label="Até" type="date" required min={wish.startDate} {...field('endDate')} />}
      </div>
      {mode === 'hours' && (
        <div className="grid grid-cols-2 gap-3">
          <TextField label="Das" type="time" required {...field('startTime')} />
          <TextField label="Às" type="time" required {...field('endTime')} />
        </div>
      )}
      <TextField label="Motivo (opcional)" maxLength={120} autoComplete="off" {...field('reason')} />
      {failure && (
        <p role="alert" className="font-medium text-red">
          {failure}
        </p>
      )}
      <Button type="submit" isWide isBusy={isBusy}>
        Marcar folga
      </Button>
    </form>
  )
}
