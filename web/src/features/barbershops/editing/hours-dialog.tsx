import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { wallClock } from '../../../lib/local-time.ts'
import {
  findSpecialError,
  fromSpecialDrafts,
  fromWeekDraft,
  isWeekReady,
  toSpecialDrafts,
  toWeekDraft,
} from '../opening-hours-form/rules.ts'
import { SpecialFields } from '../opening-hours-form/special-fields.tsx'
import { WeekFields } from '../opening-hours-form/week-fields.tsx'
import { EditDialog, type ShopDialogProps } from './edit-dialog.tsx'
import { HoursConflicts } from './hours-conflicts.tsx'
import { saveHours } from './queries.ts'
import { useEditing } from './use-editing.ts'

function toDraft({ workingHours, specialDates }: OwnBarbershop) {
  return { week: toWeekDraft(workingHours), dates: toSpecialDrafts(specialDates) }
}

export function HoursDialog({ shop, onClose }: ShopDialogProps) {
  const editing = useEditing({
    shop,
    toDraft,
    send: ({ week, dates }, version, keepConflicts) =>
      saveHours(shop.id, {
        operatingHours: fromWeekDraft(week),
        specialDates: fromSpecialDrafts(dates),
        keepConflicts,
        version,
      }),
    onSaved: onClose,
  })
  const { week, dates } = editing.draft
  const isReady = isWeekReady(week) && dates.every((date) => findSpecialError(date, dates) === undefined)
  return (
    <EditDialog
      {...{ shop, onClose, editing }}
      hurdle={isReady ? undefined : 'Confira os horários em vermelho.'}
      title="Horários"
    >
      <HoursConflicts {...editing} timeZone={shop.timeZone} />
      <div className="grid grid-cols-1 gap-8">
        <WeekFields
          week={week}
          onChange={(change) => editing.change((draft) => ({ ...draft, week: change(draft.week) }))}
        />
        <SpecialFields
          dates={dates}
          today={wallClock(new Date(), shop.timeZone).date}
          onChange={(change) => editing.change((draft) => ({ ...draft, dates: change(draft.dates) }))}
        />
      </div>
    </EditDialog>
  )
}
