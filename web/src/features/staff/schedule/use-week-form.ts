import type { Schedule, ScheduleConflict } from '@na-regua/contract/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { saveSchedule, scheduleQuery } from './queries.ts'
import { copyDay, type Draft, type DraftDay, fromDraft, toDraft } from './rules.ts'

/** What stands in the way of a change, for the person to decide. */
export function conflictsOf(error: unknown): readonly ScheduleConflict[] {
  const list = hasCode(error, 'SCHEDULE_CONFLICT') ? error.details.conflicts : undefined
  return Array.isArray(list) ? list : []
}

type Wish = Parameters<typeof saveSchedule>[1]

/** Saves a week; what was computed from the old one is asked for anew. */
function useSaving(barberId: string, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: Wish) => saveSchedule(barberId, wish),
    onSuccess(saved) {
      client.setQueryData(scheduleQuery(barberId).queryKey, saved)
      onSaved()
      showToast({ tone: 'success', title: 'Horário salvo' })
      void client.invalidateQueries({ queryKey: ['appointments', 'day'] })
      void client.invalidateQueries({ queryKey: ['availability'] })
    },
  })
}

/** A week under edit. It is told to the server as a whole, with the version that it was begun on. */
export function useWeekForm(schedule: Schedule) {
  const client = useQueryClient()
  const [begun, setBegun] = useState(() => ({ draft: toDraft(schedule), version: schedule.version, isDirty: false }))
  const saving = useSaving(schedule.barberId, () => setBegun((old) => ({ ...old, isDirty: false })))
  const { draft, isDirty } = begun
  // Until something is changed, the form shows what the server has: another tab may save meanwhile.
  const version = isDirty ? begun.version : schedule.version
  const shown = !isDirty && begun.version !== schedule.version ? toDraft(schedule) : draft

  function edit(change: (draft: Draft) => Draft) {
    setBegun({ draft: change(shown), version, isDirty: true })
    saving.reset()
  }

  /** Takes up what the server has, with nothing of one's own left. */
  async function reload() {
    const fresh = await client.fetchQuery({ ...scheduleQuery(schedule.barberId), staleTime: 0 })
    setBegun({ draft: toDraft(fresh), version: fresh.version, isDirty: false })
    saving.reset()
  }

  const wish = { version, ...fromDraft(shown, schedule.shopHours) }
  return {
    draft: shown,
    isDirty,
    editDay: (day: number, change: (old: DraftDay) => DraftDay) =>
      edit((old) => ({ ...old, days: old.days.map((one, index) => (index === day ? change(one) : one)) })),
    copyDay: (day: number) => edit((old) => copyDay(old, day, schedule.shopHours)),
    follow: (followsShop: boolean) => edit((old) => ({ ...old, followsShop })),
    save: () => saving.mutate(wish),
    saveAnyway: () => saving.mutate({ ...wish, keepConflicts: true }),
    back: saving.reset,
    reload,
    isSaving: saving.isPending,
    ...describeFailure(saving.error),
  }
}

function describeFailure(error: Error | null) {
  const conflicts = conflictsOf(error)
  const failure = error && conflicts.length === 0 ? errorText(error, 'Erro ao salvar. Tente novamente.') : undefined
  return { conflicts, failure, isStale: hasCode(error, 'SCHEDULE_CHANGED') }
}

export type WeekForm = ReturnType<typeof useWeekForm>
