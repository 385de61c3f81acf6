import type { TimeOff } from '@na-regua/contract/staff'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { QUEUED_TEXT, useCommands } from '../../../lib/use-commands.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { removeTimeOff, sendTimeOff, type TimeOffInput } from '../queries.ts'
import { WaitingTimeOff } from './conflict-list.tsx'
import { describeTimeOff, followStart, listDaysOff, type TimeOffFields, toTimeOff } from './rules.ts'

type TimeOffSectionProps = {
  barberId: string
  barbershopId: string
  /** The form is open for this day, to which a link of the agenda leads. */
  initialDate: string | undefined
  timeZone: string
  timeOff: readonly TimeOff[]
  displacement: DisplacementSlot
}

/** The barber's time off. A press on a day of the calendar opens the form for that day. */
export function TimeOffSection({ timeOff, initialDate, timeZone, ...barber }: TimeOffSectionProps) {
  const { barberId } = barber
  const today = toLocalTime(new Date(), timeZone).date
  const [month, setMonth] = useState((initialDate ?? today).slice(0, 7))
  const [newDate, setNewDate] = useState(initialDate)
  return (
    <section aria-labelledby="folgas" className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="folgas" className="text-xl">
          Folgas
        </h2>
        <Button variant="outline" onClick={() => setNewDate(today)}>
          <Icon name="plus" className="size-4.5" />
          Nova folga
        </Button>
      </div>
      <div className="rounded-card border border-line bg-card p-3">
        <MonthCalendar
          month={month}
          today={today}
          onMonthChange={setMonth}
          selected={undefined}
          onSelect={(date) => date && date >= today && setNewDate(date)}
          marked={listDaysOff(timeOff)}
          markLabel="folga"
        />
      </div>
      <TimeOffList barberId={barberId} timeOff={timeOff} />
      <NewTimeOff {...barber} today={today} date={newDate} onClose={() => setNewDate(undefined)} />
    </section>
  )
}

type NewTimeOffProps = Omit<TimeOffSectionProps, 'timeOff' | 'initialDate' | 'timeZone'> & {
  today: string
  date: string | undefined
  onClose: () => void
}

/** The form, replaced by what becomes of the appointments in the time off when there are any. */
function NewTimeOff({ barberId, barbershopId, displacement, today, date, onClose }: NewTimeOffProps) {
  const { field, clear, ...form } = useTimeOffFields(date)
  const adding = useAddTimeOff(barberId, handleClose)
  const { refused } = adding
  function handleClose() {
    adding.back()
    clear()
    onClose()
  }

  return (
    <>
      <FormDialog isOpen={date !== undefined && !refused} onClose={handleClose} title="Nova folga">
        {date && (
          <TimeOffForm
            {...form}
            today={today}
            field={field}
            isBusy={adding.isPending}
            failure={adding.failure}
            onAdd={adding.add}
          />
        )}
      </FormDialog>
      {refused &&
        displacement({
          barbershopId,
          change: { type: 'time-off', barberId, ...refused },
          action: 'Marcar folga',
          onClose: adding.back,
          onDone: handleClose,
        })}
    </>
  )
}

function TimeOffList({ barberId, timeOff }: Pick<TimeOffSectionProps, 'barberId' | 'timeOff'>) {
  const { mutate: remove, isPending } = useRemoveTimeOff(barberId)
  const waiting = useCommands().pending.filter(
    ({ command }) => command.type === 'break' && command.barberId === barberId,
  )
  if (timeOff.length + waiting.length === 0) return <p className="text-mute">Nenhuma folga marcada.</p>
  return (
    <ul className="grid gap-2">
      <WaitingTimeOff commands={waiting} />
      {timeOff.map((off) => (
        <li key={off.id} className="flex items-center gap-3 rounded-control border border-line bg-card py-1 pr-1 pl-4">
          <p className="min-w-0 flex-1 wrap-anywhere">
            <span className="font-semibold tabular-nums">{describeTimeOff(off)}</span>
            {off.reason && <span className="block text-sm text-mute">{off.reason}</span>}
          </p>
          <IconButton
            label={`Desmarcar folga de ${describeTimeOff(off)}`}
            disabled={isPending}
            onClick={() => remove(off.id)}
          >
            <Icon name="trash" className="size-4.5 text-mute" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

type TimeOffFormProps = Pick<ReturnType<typeof useTimeOffFields>, 'fields' | 'field' | 'setMode'> & {
  today: string
  isBusy: boolean
  failure: string | undefined
  onAdd: (input: TimeOffInput) => void
}

const modes = [
  { value: 'days', label: 'Dias inteiros' },
  { value: 'hours', label: 'Algumas horas' },
] as const

/** What was typed; until then the fields are those of a whole day. */
function useTimeOffFields(date = '') {
  const [typed, setTyped] = useState<Partial<TimeOffFields>>({})
  const hours = { startTime: '12:00', endTime: '18:00' }
  const fields: TimeOffFields = { mode: 'days', startDate: date, endDate: date, ...hours, reason: '', ...typed }
  const field = (name: Exclude<keyof TimeOffFields, 'mode'>) => ({
    name,
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => {
      const changed = { ...fields, [name]: target.value }
      setTyped(name === 'startDate' || name === 'startTime' ? followStart(changed) : changed)
    },
  })
  return {
    fields,
    field,
    setMode: (mode: TimeOffFields['mode']) => setTyped((old) => ({ ...old, mode })),
    clear: () => setTyped({}),
  }
}

function TimeOffForm({ fields, field, setMode, today, isBusy, failure, onAdd }: TimeOffFormProps) {
  const { mode } = fields
  return (
    <Form
      hasNativeValidation
      isBusy={isBusy}
      onSubmit={() => onAdd(toTimeOff(fields))}
      failure={false}
      submit="Marcar folga"
    >
      <UnsavedChanges draft={fields} />
      <Segmented label="Tipo de folga" options={modes} value={mode} onChange={setMode} />
      {/* A date with its button needs 175 px. */}
      <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
        <TextField label={mode === 'days' ? 'De' : 'Dia'} type="date" required min={today} {...field('startDate')} />
        {mode === 'days' && <TextField label="Até" type="date" required min={fields.startDate} {...field('endDate')} />}
      </div>
      {mode === 'hours' && (
        <div className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2">
          <TextField label="Das" type="time" required {...field('startTime')} />
          <TextField label="Às" type="time" required {...field('endTime')} />
        </div>
      )}
      <TextField label="Motivo (opcional)" maxLength={MAX_REASON} autoComplete="off" {...field('reason')} />
      {failure && (
        <p role="alert" className="font-medium text-red">
          {failure}
        </p>
      )}
    </Form>
  )
}

/** Refetches everything that depends on the barber's schedule. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all(['appointments', 'availability'].map((topic) => client.invalidateQueries({ queryKey: [topic] })))
}

/** Adds time off, unless it displaces appointments: then it stays as it is until these are settled, or the way back. */
function useAddTimeOff(barberId: string, onAdded: () => void) {
  const refresh = useRefresh()
  const { mutate, variables, isPending, error, reset } = useMutation({
    mutationFn: (input: TimeOffInput) => sendTimeOff(barberId, input, describeTimeOff(input)),
    async onSuccess(result) {
      if (result) showToast({ tone: 'success', title: 'Folga marcada' })
      else showToast({ tone: 'info', title: 'Folga guardada', text: QUEUED_TEXT })
      onAdded()
      await refresh()
    },
  })
  const isRefused = hasCode(error, 'SCHEDULE_CONFLICT')
  return {
    add: mutate,
    back: reset,
    isPending,
    refused: isRefused ? variables : undefined,
    failure: error && !isRefused ? errorText(error, 'Erro ao salvar. Tente novamente.') : undefined,
  }
}

function useRemoveTimeOff(barberId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => removeTimeOff(barberId, id),
    onSuccess: () => showToast({ tone: 'success', title: 'Folga desmarcada' }),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao desmarcar a folga', text: errorText(error, 'Tente novamente') }),
    onSettled: refresh,
  })
}
