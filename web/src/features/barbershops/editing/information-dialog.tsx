import { useId } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
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
      <ConfirmationFields value={value} onChange={onChange} />
    </fieldset>
  )
}

const confirmations = [
  { value: 'everyone', label: 'Na hora, para todos' },
  { value: 'returning', label: 'Na hora, para quem já veio' },
  { value: 'off', label: 'Eu respondo a cada pedido' },
] as const

const confirmationHints = {
  everyone: 'Quem agenda já sai com o horário confirmado. Você recebe o aviso e não precisa responder.',
  returning: 'Quem já foi atendido na barbearia sai confirmado. A primeira vez espera a sua resposta.',
  off: 'Todo agendamento espera a sua resposta. Sem resposta a tempo, o pedido é cancelado e o horário volta a ficar livre.',
}

/** Which bookings need no answer. A change concerns bookings from then on; requests that wait stay requests. */
function ConfirmationFields({ value, onChange }: BookingRuleFieldsProps) {
  const { autoConfirmation, autoConfirmsAfterNoShows } = value
  return (
    <div className="mt-5 grid gap-2">
      <ChoiceGroup
        legend="Confirmação"
        options={confirmations}
        value={autoConfirmation}
        onChange={(chosen) => chosen && onChange({ autoConfirmation: chosen })}
      />
      <p className="text-sm text-mute">{confirmationHints[autoConfirmation]}</p>
      {autoConfirmation !== 'off' && (
        <Checkbox
          checked={!autoConfirmsAfterNoShows}
          onChange={(isChecked) => onChange({ autoConfirmsAfterNoShows: !isChecked })}
        >
          Quem já faltou duas vezes espera a minha resposta
        </Checkbox>
      )}
    </div>
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
