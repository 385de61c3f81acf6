import { useId } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type AddressSlot, GeneralFields } from '../form/general-fields.tsx'
import { saveInformation } from '../own-barbershops/queries.ts'
import { type BarbershopDialogProps, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'
import {
  type BookingRules,
  findInformationError,
  fromInformationDraft,
  gridSizes,
  toInformationDraft,
} from './rules.ts'

type InformationDialogProps = BarbershopDialogProps & { addressFields: AddressSlot }

export function InformationDialog({ shop, onClose, addressFields }: InformationDialogProps) {
  const editing = useBarbershopEdit({
    shop,
    toDraft: toInformationDraft,
    send: (information, version) => saveInformation(shop.id, { ...fromInformationDraft(information), version }),
    onSaved: onClose,
  })
  const { general, bookingRules } = editing.draft
  return (
    <EditDialog
      {...{ shop, onClose, editing }}
      disabledReason={findInformationError(editing.draft)}
      title="Informações"
    >
      <GeneralFields
        key={editing.version}
        value={general}
        hasLine={false}
        addressFields={addressFields}
        onChange={(change) => editing.change((draft) => ({ ...draft, general: change(draft.general) }))}
      />
      <BookingRuleFields
        value={bookingRules}
        onChange={(change) =>
          editing.change((draft) => ({ ...draft, bookingRules: { ...draft.bookingRules, ...change } }))
        }
      />
    </EditDialog>
  )
}

type BookingRuleFieldsProps = { value: BookingRules; onChange: (change: Partial<BookingRules>) => void }

const notices = [0, 15, 30, 60, 120, 180, 360, 720, 1440, 2880]

function describeNotice(minutes: number) {
  if (minutes === 0) return 'Até a hora'
  if (minutes < 60) return `${minutes} minutos antes`
  if (minutes % 1440 === 0) return `${formatCount(minutes / 1440, 'dia', 'dias')} antes`
  if (minutes % 60 === 0) return `${formatCount(minutes / 60, 'hora', 'horas')} antes`
  return `${minutes} minutos antes`
}

/** The slots that customers can choose, and the notice periods. */
function BookingRuleFields({ value, onChange }: BookingRuleFieldsProps) {
  return (
    <fieldset className="mt-8 min-w-0">
      <legend className="mb-3 font-display text-lg font-extrabold">Agenda</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Horários a cada"
          options={gridSizes}
          describe={(minutes) => `${minutes} minutos`}
          value={value.gridMin}
          onChange={(gridMin) => onChange({ gridMin })}
        />
        <TextField
          label="Agenda aberta por (dias)"
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          value={value.bookingWindowDays || ''}
          onChange={({ target }) => onChange({ bookingWindowDays: Number(target.value) })}
        />
        <Choice
          label="Aceita agendamento até"
          options={notices}
          describe={describeNotice}
          value={value.minimumNoticeMin}
          onChange={(minimumNoticeMin) => onChange({ minimumNoticeMin })}
        />
        <Choice
          label="Cliente cancela ou remarca até"
          options={notices}
          describe={describeNotice}
          value={value.cancelNoticeMin}
          onChange={(cancelNoticeMin) => onChange({ cancelNoticeMin })}
        />
      </div>
    </fieldset>
  )
}

type ChoiceProps = {
  label: string
  options: readonly number[]
  describe: (minutes: number) => string
  value: number
  onChange: (minutes: number) => void
}

/** Also offers the current value if it is not one of the options. */
function Choice({ label, options, describe, value, onChange }: ChoiceProps) {
  const id = useId()
  const all = options.includes(value) ? options : [...options, value].toSorted((one, other) => one - other)
  return (
    <FieldFrame id={id} label={label}>
      <Select
        id={id}
        options={all.map((minutes) => ({ value: String(minutes), label: describe(minutes) }))}
        value={String(value)}
        onChange={(minutes) => onChange(Number(minutes))}
      />
    </FieldFrame>
  )
}
