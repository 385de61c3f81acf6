import { type ShopPaymentMethod, shopPaymentMethods } from '@na-regua/contract/barbershops'
import { findNameProblem } from '@na-regua/contract/names'
import {
  gridSizes,
  MAX_BOOKING_WINDOW_DAYS,
  type OwnBarbershop,
  type ownBarbershopsApi,
} from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { hasWord, matchesPattern, STATE_PATTERN } from '@na-regua/contract/text-limits'
import { useId } from 'react'
import { formatDuration, formatNotice } from '../../../lib/format.ts'
import { WholeNumberField } from '../../../ui/amount-input.tsx'
import { Checkbox, ChoiceGroup } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { type AddressSlot, GeneralFields } from '../form/barbershop-fields.tsx'
import { findGeneralErrors, type GeneralDraft, hasPosition } from '../form/rules.ts'
import { type BarbershopDialogProps, EditDialog, useBarbershopEdit } from './edit-dialog.tsx'
import { saveInformation } from './queries.ts'

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
      shop={shop}
      onClose={onClose}
      editing={editing}
      disabledReason={findInformationError(editing.draft)}
      title="Informações"
    >
      <GeneralFields
        key={editing.version}
        value={general}
        addressFields={addressFields}
        onChange={(change) => editing.change((draft) => ({ ...draft, general: change(draft.general) }))}
      />
      <PaymentFields
        value={editing.draft.payment}
        onChange={(payment) => editing.change((draft) => ({ ...draft, payment }))}
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

const methods = [
  { value: 'pix', label: 'Pix' },
  { value: 'cash', label: 'Dinheiro' },
  { value: 'debit', label: 'Cartão de débito' },
  { value: 'credit', label: 'Cartão de crédito' },
] as const

type PaymentFieldsProps = { value: readonly ShopPaymentMethod[]; onChange: (value: ShopPaymentMethod[]) => void }

/** Kept in the order in which they are listed. */
function PaymentFields({ value, onChange }: PaymentFieldsProps) {
  function handleChange(method: ShopPaymentMethod, isChecked: boolean) {
    onChange(shopPaymentMethods.filter((one) => (one === method ? isChecked : value.includes(one))))
  }
  return (
    <fieldset className="mt-8 min-w-0">
      <legend className="mb-1 font-display text-lg font-extrabold">Pagamento na barbearia</legend>
      <p className="mb-3 text-sm text-mute">Quem agenda lê o que você aceita, na página e antes de confirmar.</p>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {methods.map(({ value: method, label }) => (
          <Checkbox
            key={method}
            checked={value.includes(method)}
            onChange={(isChecked) => handleChange(method, isChecked)}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

type BookingRuleFieldsProps = { value: BookingRules; onChange: (change: Partial<BookingRules>) => void }

const notices = [0, 15, 30, 60, 120, 180, 360, 720, 1440, 2880]

function describeNotice(minutes: number) {
  return minutes === 0 ? 'Até a hora' : `${formatNotice(minutes)} antes`
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
          describe={formatDuration}
          value={value.gridMin}
          onChange={(gridMin) => onChange({ gridMin })}
        />
        <WholeNumberField
          label="Agenda aberta por (dias)"
          value={value.bookingWindowDays}
          error={findWindowError(value)}
          onValue={(days = Number.NaN) => onChange({ bookingWindowDays: days })}
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
  off: 'Cada pedido espera a sua resposta. Sem resposta a tempo, ele é cancelado e o horário volta a ficar livre.',
}

const shortNoticeHint =
  'Você responde até 1\u00a0h antes. O que é para daqui a menos de 1\u00a0h\u00a015 sai confirmado, porque não há tempo de responder: para não receber, aumente “Aceita agendamento até”.'

/** Which bookings need no response. A change concerns bookings from then on; requests that wait stay requests. */
function ConfirmationFields({ value, onChange }: BookingRuleFieldsProps) {
  const { autoConfirmation, autoConfirmsShortNotice, autoConfirmsAfterNoShows } = value
  return (
    <div className="mt-5 grid gap-2">
      <ChoiceGroup
        legend="Confirmação"
        options={confirmations}
        value={autoConfirmation}
        onChange={(chosen) => chosen && onChange({ autoConfirmation: chosen })}
      />
      <p className="text-sm text-mute">{confirmationHints[autoConfirmation]}</p>
      {autoConfirmation !== 'everyone' && (
        <>
          <Checkbox
            checked={autoConfirmsShortNotice}
            onChange={(isChecked) => onChange({ autoConfirmsShortNotice: isChecked })}
          >
            O que é para as próximas 2&nbsp;h sai confirmado na hora
          </Checkbox>
          {!autoConfirmsShortNotice && <p className="text-sm text-mute">{shortNoticeHint}</p>}
        </>
      )}
      {(autoConfirmation !== 'off' || autoConfirmsShortNotice) && (
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

/** In minutes and days. */
type BookingTimes = Pick<OwnBarbershop, 'gridMin' | 'minimumNoticeMin' | 'cancelNoticeMin' | 'bookingWindowDays'>
type BookingRules = BookingTimes &
  Pick<OwnBarbershop, 'autoConfirmation' | 'autoConfirmsShortNotice' | 'autoConfirmsAfterNoShows'>
type InformationDraft = { general: GeneralDraft; payment: ShopPaymentMethod[]; bookingRules: BookingRules }

function toInformationDraft(shop: OwnBarbershop): InformationDraft {
  const { gridMin, minimumNoticeMin, cancelNoticeMin, bookingWindowDays } = shop
  const { autoConfirmation, autoConfirmsShortNotice, autoConfirmsAfterNoShows } = shop
  const { name, address, street, number, complement, neighborhood } = shop
  const { city, state, latitude, longitude } = shop
  return {
    general: {
      name,
      address,
      street,
      number,
      complement,
      neighborhood,
      city,
      state,
      latitude,
      longitude,
      zipCode: shop.zipCode ?? '',
      phone: shop.phone ?? '',
      whatsapp: shop.whatsapp ?? '',
      instagram: shop.instagram ?? '',
      description: shop.description ?? '',
    },
    payment: shop.paymentMethods ?? [],
    bookingRules: {
      gridMin,
      minimumNoticeMin,
      cancelNoticeMin,
      bookingWindowDays,
      autoConfirmation,
      autoConfirmsShortNotice,
      autoConfirmsAfterNoShows,
    },
  }
}

function fromInformationDraft({
  general,
  payment,
  bookingRules,
}: InformationDraft): Body<typeof ownBarbershopsApi.updateBarbershop> {
  const { name, address, street, number, complement, neighborhood, city, state, zipCode, latitude, longitude } = general
  return {
    name: name.trim(),
    address: {
      street: street.trim(),
      number: number.trim(),
      complement: complement.trim(),
      neighborhood: neighborhood.trim(),
      city: city.trim(),
      state,
      zip: zipCode || null,
      line: address.trim(),
    },
    latitude,
    longitude,
    phone: general.phone || null,
    whatsapp: general.whatsapp || null,
    instagram: general.instagram.trim() || null,
    description: general.description.trim() || null,
    paymentMethods: payment,
    ...bookingRules,
    gridMin: gridSizes.find((minutes) => minutes === bookingRules.gridMin),
  }
}

function findInformationError({ general, bookingRules }: InformationDraft): string | undefined {
  const nameProblem = findNameProblem(general.name, 'Dê um nome à barbearia.')
  if (nameProblem) return nameProblem
  if (!hasWord(general.address)) return 'Preencha o endereço.'
  if (!general.city.trim() || !matchesPattern(STATE_PATTERN, general.state) || !hasPosition(general))
    return 'Informe cidade e estado.'
  if (Object.values(findGeneralErrors(general)).some(Boolean)) return 'Confira os campos em vermelho.'
  return findWindowError(bookingRules)
}

function findWindowError({ bookingWindowDays: days }: Pick<BookingRules, 'bookingWindowDays'>): string | undefined {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_BOOKING_WINDOW_DAYS) return undefined
  return `A agenda abre de 1 a ${MAX_BOOKING_WINDOW_DAYS} dias.`
}
