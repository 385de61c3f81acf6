import type { Schedule } from '@na-regua/contract/staff'
import type { FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { useWeekForm, type WeekForm } from './use-week-form.ts'
import { WeekDay } from './week-day.tsx'

type WeekEditorProps = { schedule: Schedule; dayLink: (date: string) => string }

const modes = [
  { value: 'shop', label: 'O da barbearia' },
  { value: 'own', label: 'Só parte dele' },
] as const

/** Monday first, as a week is worked. */
const order = [1, 2, 3, 4, 5, 6, 0]

/** The hours of every week. */
export function WeekEditor({ schedule, dayLink }: WeekEditorProps) {
  const form = useWeekForm(schedule)
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
          onChange={(mode) => form.follow(mode === 'shop')}
        />
      </div>
      <WeekFields form={form} shopHours={schedule.shopHours} />
      <ConflictDialog
        conflicts={form.conflicts}
        timeZone={schedule.timeZone}
        dayLink={dayLink}
        isBusy={form.isSaving}
        onBack={form.back}
        onKeep={form.saveAnyway}
      />
    </section>
  )
}

function WeekFields({ form, shopHours }: { form: WeekForm; shopHours: Schedule['shopHours'] }) {
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    form.save()
  }

  return (
    <form onSubmit={handleSubmit} className="grid grid-cols-1 gap-3">
      {/* What is reached by keyboard must not come to rest below the bars. */}
      <ul className="grid grid-cols-1 gap-3 [&_:is(input,button)]:scroll-my-28">
        {order.map((day) => (
          <WeekDay
            key={day}
            {...{ day, shopHours }}
            draft={form.draft}
            onChange={(change) => form.editDay(day, change)}
            onCopy={() => form.copyDay(day)}
          />
        ))}
      </ul>
      <SaveBar form={form} />
    </form>
  )
}

/** There as soon as something was changed, within the thumb's reach. */
function SaveBar({ form }: { form: WeekForm }) {
  if (!form.isDirty) return null
  return (
    <div className="sticky bottom-0 z-10 -mx-5 grid gap-2 border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:mx-0 md:rounded-card md:border md:px-4 md:pb-2.5">
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
