import type { Schedule } from '@na-regua/contract/staff'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { storeResponse } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { saveSchedule, scheduleQuery, timeOffQuery } from '../queries.ts'
import { ConflictList } from './conflict-list.tsx'
import { copyDay, fromScheduleDraft, type ScheduleDraft, type ScheduleDraftDay, toScheduleDraft } from './rules.ts'
import { TimeOffSection } from './time-off-section.tsx'
import { WeekdayEditor } from './weekday-editor.tsx'

type WeeklyHoursEditorProps = { schedule: Schedule; displacement: DisplacementSlot }

const modes = [
  { value: 'shop', label: 'O da barbearia' },
  { value: 'own', label: 'Só parte dele' },
] as const

/** Sunday first. */
const weekdayOrder = [0, 1, 2, 3, 4, 5, 6]

/** The weekly hours of a barber. */
function WeeklyHoursEditor({ schedule, displacement }: WeeklyHoursEditorProps) {
  const form = useWeeklyHoursForm(schedule)
  return (
    <section aria-labelledby="semana" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="semana" className="text-xl">
          Semana
        </h2>
        <Segmented
          label="Horário de atendimento"
          options={modes}
          value={form.draft.followsShop ? 'shop' : 'own'}
          onChange={(mode) => form.setFollowsShop(mode === 'shop')}
        />
      </div>
      <UnsavedChanges draft={form.isDirty} />
      <WeekdayFields form={form} shopHours={schedule.shopHours} />
      {form.isRefused &&
        displacement({
          barbershopId: schedule.barbershop.id,
          change: { type: 'schedule', barberId: schedule.barberId, ...form.input },
          action: 'Salvar horário',
          onClose: form.back,
          onDone: () => void form.reload(),
        })}
    </section>
  )
}

function WeekdayFields({ form, shopHours }: { form: WeeklyHoursForm; shopHours: Schedule['shopHours'] }) {
  return (
    <Form
      hasNativeValidation
      isBusy={form.isSaving}
      onSubmit={form.save}
      failure={false}
      actions={<SaveBar form={form} />}
      className="grid grid-cols-1 gap-3"
    >
      {/* The scroll margin moves a focused field clear of the sticky bars. */}
      <ul className="grid grid-cols-1 gap-3 [&_:is(input,button)]:scroll-my-28">
        {weekdayOrder.map((day) => (
          <WeekdayEditor
            key={day}
            day={day}
            shopHours={shopHours}
            draft={form.draft}
            onChange={(change) => form.editDay(day, change)}
            onCopy={() => form.copyDay(day)}
          />
        ))}
      </ul>
    </Form>
  )
}

/** Shown after a change. */
function SaveBar({ form }: { form: WeeklyHoursForm }) {
  if (!form.isDirty) return null
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-5 grid gap-2 border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:mx-0 md:rounded-card md:border md:px-4 md:pb-2.5"
    >
      {form.failure && (
        <p role="alert" className="font-medium text-red">
          {form.failure}
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="outline" className="flex-1 md:flex-none" onClick={() => void form.reload()}>
          {form.isStale ? 'Ver versão atual' : 'Descartar'}
        </Button>
        <Button type="submit" className="flex-1 md:ml-auto md:flex-none" isBusy={form.isSaving}>
          Salvar horário
        </Button>
      </div>
    </div>
  )
}

/** Saves the schedule and invalidates what depends on it. */
function useSaveSchedule(barberId: string, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Parameters<typeof saveSchedule>[1]) => saveSchedule(barberId, input),
    onSuccess(saved) {
      storeResponse(client, scheduleQuery(barberId).queryKey, saved)
      onSaved()
      showToast({ tone: 'success', title: 'Horário salvo' })
      void client.invalidateQueries({ queryKey: ['appointments', 'day'] })
      void client.invalidateQueries({ queryKey: ['availability'] })
    },
  })
}

function startEdit(schedule: Schedule) {
  return { draft: toScheduleDraft(schedule), version: schedule.version, isDirty: false }
}

/** The weekly hours being edited. They are saved as a whole, with the version that the edit started from. */
function useWeeklyHoursForm(schedule: Schedule) {
  const client = useQueryClient()
  const [edited, setEdited] = useState(() => startEdit(schedule))
  const saving = useSaveSchedule(schedule.barberId, () => setEdited((old) => ({ ...old, isDirty: false })))
  const { draft, isDirty } = edited
  // An unchanged form shows the server's version, which another tab may have saved in the meantime.
  const version = isDirty ? edited.version : schedule.version
  const shown = !isDirty && edited.version !== schedule.version ? toScheduleDraft(schedule) : draft

  function edit(change: (draft: ScheduleDraft) => ScheduleDraft) {
    setEdited({ draft: change(shown), version, isDirty: true })
    saving.reset()
  }

  /** Discards the changes and loads the server's version. */
  async function reload() {
    const current = await client.fetchQuery({ ...scheduleQuery(schedule.barberId), staleTime: 0 })
    setEdited(startEdit(current))
    saving.reset()
  }

  const input = { version, ...fromScheduleDraft(shown, schedule.shopHours) }
  return {
    draft: shown,
    isDirty,
    editDay: (day: number, change: (old: ScheduleDraftDay) => ScheduleDraftDay) =>
      edit((old) => ({ ...old, days: old.days.map((one, index) => (index === day ? change(one) : one)) })),
    copyDay: (day: number) => edit((old) => copyDay(old, day, schedule.shopHours)),
    setFollowsShop: (followsShop: boolean) => edit((old) => ({ ...old, followsShop })),
    save: () => saving.mutate(input),
    input,
    back: saving.reset,
    reload,
    isSaving: saving.isPending,
    ...describeFailure(saving.error),
  }
}

function describeFailure(error: Error | null) {
  const isRefused = hasCode(error, 'SCHEDULE_CONFLICT')
  const failure = error && !isRefused ? errorText(error, 'Erro ao salvar. Tente novamente.') : undefined
  return { isRefused, failure, isStale: hasCode(error, 'SCHEDULE_CHANGED') }
}

type WeeklyHoursForm = ReturnType<typeof useWeeklyHoursForm>

type ScheduleViewProps = {
  /** The user's own barber, or a barber of the owner's barbershops. */
  barberId: string
  /** The day for which the form for time off is open. */
  timeOffDate: string | undefined
  /** Link to a day of the agenda. */
  dayLink: (date: string) => string
  displacement: DisplacementSlot
}

/** A barber's weekly hours and time off. */
export function ScheduleView({ barberId, dayLink, displacement, timeOffDate }: ScheduleViewProps) {
  const schedule = useQuery(scheduleQuery(barberId))
  const timeOff = useQuery(timeOffQuery(barberId))
  const error = schedule.isLoadingError ? schedule.error : timeOff.isLoadingError ? timeOff.error : undefined
  if (error) {
    const retry = () => void Promise.all([schedule.refetch(), timeOff.refetch()])
    const action = (
      <Button variant="outline" onClick={retry}>
        Tentar novamente
      </Button>
    )
    return <Notice tone="error" title={errorText(error, 'Erro ao carregar o horário.')} action={action} />
  }
  if (!schedule.data || !timeOff.data) return <LoadingMessage>Carregando o horário...</LoadingMessage>
  const { name, barbershop, timeZone, conflicts } = schedule.data
  return (
    <div className="grid gap-6">
      <p className="text-mute wrap-anywhere">
        {name}, na {barbershop.name}
      </p>
      {conflicts.length > 0 && (
        <section aria-labelledby="fora" className="grid gap-3 rounded-card bg-brass-soft p-4">
          <h2 id="fora" className="text-lg">
            Marcados fora do horário
          </h2>
          <ConflictList conflicts={conflicts} timeZone={timeZone} dayLink={dayLink} />
        </section>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <WeeklyHoursEditor key={barberId} schedule={schedule.data} displacement={displacement} />
        <TimeOffSection
          barberId={barberId}
          timeZone={timeZone}
          displacement={displacement}
          barbershopId={barbershop.id}
          timeOff={timeOff.data.timeOff}
          initialDate={timeOffDate}
        />
      </div>
    </div>
  )
}
