import { MAX_REASON } from '@na-regua/contract/text-limits'
import { type Checkout, type DiscountBearer, discountBearers } from '@na-regua/contract/visits'
import { formatMoney } from '../../lib/format.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { bearerNames, type FieldErrors, fieldNames, grossOf, type LineDraft, netOf, newLine } from './rules.ts'

type LinesProps = {
  lines: readonly LineDraft[]
  /** Undefined until it is loaded, and without network: then nothing is added. */
  checkout: Checkout | undefined
  /** Who serves. */
  barberId: string | undefined
  /** The line that is edited. */
  openKey: string | undefined
  onOpen: (key: string | undefined) => void
  errors: FieldErrors
  onChange: (lines: readonly LineDraft[]) => void
}

/** What the customer had: a tap opens a line, to change its price or to take it away. */
export function LineFields({ lines, checkout, barberId, openKey, onOpen, errors, onChange }: LinesProps) {
  const replace = (key: string, next: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...next } : line)))
  const add = (line: LineDraft) => onChange([...lines, line])
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul className="divide-y divide-line rounded-control border border-line empty:hidden">
        {lines.map((line) => (
          <li key={line.key}>
            <LineRow
              line={line}
              barbers={checkout?.closesAll ? checkout.barbers : []}
              assistant={checkout?.barbers.find(({ id }) => id === line.assistantBarberId)?.name}
              isOpen={line.key === openKey}
              onOpen={() => onOpen(line.key === openKey ? undefined : line.key)}
            />
            {line.key === openKey && (
              <LineDetails
                line={line}
                barbers={checkout?.closesAll ? checkout.barbers : []}
                helpers={listHelpers(line, checkout)}
                errors={errors}
                onChange={(next) => replace(line.key, next)}
                onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
              />
            )}
          </li>
        ))}
      </ul>
      {checkout && <LineAddition checkout={checkout} lines={lines} barberId={barberId} onAdd={add} />}
    </div>
  )
}

/** Who may have helped: none where no plan gives them a part. */
function listHelpers({ kind, barberId }: LineDraft, checkout: Checkout | undefined) {
  if (kind !== 'service' || !barberId || !checkout?.hasAssistants) return []
  return checkout.barbers.filter(({ id }) => id !== barberId)
}

type Barbers = Checkout['barbers']
type RowProps = {
  line: LineDraft
  /** None where the user closes only their own. */
  barbers: Barbers
  assistant: string | undefined
  isOpen: boolean
  onOpen: () => void
}

function LineRow({ line, barbers, assistant, isOpen, onOpen }: RowProps) {
  const net = netOf(line)
  const isReduced = net < grossOf(line)
  const barber = barbers.find(({ id }) => id === line.barberId)
  const details = [barber?.name, isReduced && (net === 0 ? 'Cortesia' : 'Com desconto')].filter(Boolean)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onOpen}
      className="flex min-h-12 w-full items-center justify-between gap-3 px-3.5 py-2 text-left hover:bg-sunken"
    >
      <span className="min-w-0 wrap-anywhere">
        {line.quantity > 1 && `${line.quantity} × `}
        {line.name}
        {details.length > 0 && <span className="block text-sm text-mute">{details.join(' · ')}</span>}
        {assistant && <span className="block text-sm text-mute">Ajudou: {assistant}</span>}
      </span>
      <span className="flex shrink-0 items-center gap-2 tabular-nums">
        {Number.isNaN(net) ? '–' : formatMoney(net)}
        <Icon name="pencil" className="size-4 text-mute" />
      </span>
    </button>
  )
}

type DetailsProps = Pick<RowProps, 'line' | 'barbers'> & {
  helpers: Barbers
  errors: FieldErrors
  onChange: (next: Partial<LineDraft>) => void
  onRemove: () => void
}

function LineDetails({ line, barbers, helpers, errors, onChange, onRemove }: DetailsProps) {
  const unit = fieldNames.unit(line.key)
  const discounted = fieldNames.discount(line.key)
  const isSold = line.kind === 'service' || line.kind === 'product'
  const discount = line.discountCents ?? 0
  return (
    <div className="grid grid-cols-1 gap-4 px-3.5 pt-1 pb-4">
      <div className="grid grid-cols-2 items-start gap-3 *:min-w-0 *:grid-cols-1">
        <MoneyField
          label="Valor"
          name={unit}
          error={errors[unit]}
          value={line.unitCents}
          onValue={(unitCents) => onChange({ unitCents })}
        />
        {isSold && (
          <MoneyField
            label="Desconto"
            name={discounted}
            error={errors[discounted]}
            value={line.discountCents}
            onValue={(discountCents) => onChange({ discountCents })}
          />
        )}
      </div>
      {barbers.length > 0 && line.kind !== 'debt' && (
        <Select
          aria-label={barberLabels[line.kind]}
          options={[
            { value: '', label: `${barberLabels[line.kind]}...`, isDisabled: line.kind === 'tip' },
            ...barbers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={line.barberId ?? ''}
          onChange={(id) => onChange({ barberId: id || undefined })}
        />
      )}
      {line.kind === 'product' && (
        <div className="flex items-center gap-3">
          <IconButton
            label="Menos um"
            disabled={line.quantity === 1}
            onClick={() => onChange({ quantity: line.quantity - 1 })}
          >
            <Icon name="minus" />
          </IconButton>
          <span className="tabular-nums">{line.quantity}</span>
          <IconButton label="Mais um" onClick={() => onChange({ quantity: line.quantity + 1 })}>
            <Icon name="plus" />
          </IconButton>
        </div>
      )}
      {isSold && discount > 0 && (
        <>
          <ChoiceGroup<DiscountBearer>
            legend="Quem dá o desconto?"
            options={discountBearers.map((value) => ({ value, label: bearerNames[value] }))}
            value={line.discountBorneBy}
            onChange={(discountBorneBy = 'both') => onChange({ discountBorneBy })}
          />
          <TextField
            label="Motivo (opcional)"
            value={line.discountReason}
            maxLength={MAX_REASON}
            onChange={({ target }) => onChange({ discountReason: target.value })}
          />
        </>
      )}
      {helpers.length > 0 && (
        <FieldFrame id={`ajuda-${line.key}`} label="Quem ajudou (opcional)">
          <Select
            id={`ajuda-${line.key}`}
            options={[{ value: '', label: 'Ninguém' }, ...helpers.map(({ id, name }) => ({ value: id, label: name }))]}
            value={line.assistantBarberId ?? ''}
            onChange={(id) => onChange({ assistantBarberId: id || undefined })}
          />
        </FieldFrame>
      )}
      <div className="flex flex-wrap gap-2">
        {isSold && netOf(line) !== 0 && (
          <Button variant="outline" onClick={() => onChange({ discountCents: grossOf(line) })}>
            Cortesia
          </Button>
        )}
        <Button variant="outline" onClick={onRemove}>
          Tirar da comanda
        </Button>
      </div>
    </div>
  )
}

const barberLabels = { service: 'Quem atendeu', product: 'Quem vendeu', tip: 'De quem é a gorjeta' }

type AdditionProps = Pick<LinesProps, 'lines' | 'barberId'> & { checkout: Checkout; onAdd: (line: LineDraft) => void }

function LineAddition({ checkout, lines, barberId, onAdd }: AdditionProps) {
  const { products, services, customer } = checkout
  const tipBarberId = barberId ?? lines.find((line) => line.barberId)?.barberId
  const hasTip = lines.some(({ kind }) => kind === 'tip')
  const owed = lines.some(({ kind }) => kind === 'debt') ? 0 : (customer?.owedCents ?? 0)
  return (
    <div className="flex flex-wrap gap-2">
      {products.length > 0 && (
        <ListedAddition
          label="Produto"
          listed={products}
          onChoose={({ id, name, priceCents }) =>
            onAdd(newLine({ kind: 'product', productId: id, barberId, name, unitCents: priceCents }))
          }
        />
      )}
      <ListedAddition
        label="Serviço"
        listed={services}
        onChoose={({ id, name, priceCents }) =>
          onAdd(newLine({ kind: 'service', serviceId: id, barberId, name, unitCents: priceCents }))
        }
      />
      {!hasTip && tipBarberId && <TipAddition barberId={tipBarberId} onAdd={onAdd} />}
      {owed > 0 && (
        <Button
          variant="outline"
          className="grow"
          onClick={() => onAdd(newLine({ kind: 'debt', name: 'Fiado anterior', unitCents: owed }))}
        >
          Cobrar também o fiado de {formatMoney(owed)}
        </Button>
      )}
    </div>
  )
}

type Listed = Checkout['products'][number]
type ListedProps = { label: string; listed: readonly Listed[]; onChoose: (chosen: Listed) => void }

function ListedAddition({ label, listed, onChoose }: ListedProps) {
  const options = listed.map(({ id, name, priceCents }) => ({
    value: id,
    label: `${name}, ${formatMoney(priceCents)}`,
  }))
  return (
    <div className="min-w-32 flex-1">
      <Select
        aria-label={`Adicionar ${label.toLowerCase()}`}
        options={[{ value: '', label: `+ ${label}` }, ...options]}
        value=""
        onChange={(id) => {
          const chosen = listed.find((one) => one.id === id)
          if (chosen) onChoose(chosen)
        }}
      />
    </div>
  )
}

const usualTips = [200, 500, 1000]

function TipAddition({ barberId, onAdd }: { barberId: string; onAdd: (line: LineDraft) => void }) {
  return (
    <div className="min-w-32 flex-1">
      <Select
        aria-label="Adicionar gorjeta"
        options={[
          { value: '', label: '+ Gorjeta' },
          ...usualTips.map((cents) => ({ value: String(cents), label: formatMoney(cents) })),
          { value: 'other', label: 'Outro valor' },
        ]}
        value=""
        onChange={(value) => {
          const unitCents = value === 'other' ? undefined : Number(value)
          if (value) onAdd(newLine({ kind: 'tip', barberId, name: 'Gorjeta', unitCents }))
        }}
      />
    </div>
  )
}
