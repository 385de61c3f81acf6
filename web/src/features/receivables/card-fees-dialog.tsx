import {
  type CardFee,
  type CardFees,
  type CardMethod,
  MAX_CARD_FEES,
  usualCardFees,
} from '@na-regua/contract/receivables'
import { cardBrands, MAX_INSTALLMENTS } from '@na-regua/contract/visits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../lib/api-error.ts'
import { formatLocalDate } from '../../lib/format.ts'
import { PercentField, WholeNumberField } from '../../ui/amount-input.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SaveFailure } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { cardFeesQuery, saveCardFees } from './queries.ts'

type CardFeesProps = { barbershopId: string; onClose: () => void }

/** What acquirers keep, and when they pay. Another version is valid from a day on; what was sold before keeps its own. */
export function CardFeesDialog({ barbershopId, onClose }: CardFeesProps) {
  const { data, isLoadingError, error, refetch } = useQuery(cardFeesQuery(barbershopId))
  if (data)
    return <LoadedDialog barbershopId={barbershopId} today={data.today} latest={data.latest} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={TITLE} width="medium" isFullOnPhone>
      {isLoadingError ? (
        <RetryNotice error={error} text="Erro ao carregar as taxas" onRetry={refetch} />
      ) : (
        <LoadingMessage>Carregando as taxas...</LoadingMessage>
      )}
    </Dialog>
  )
}

const TITLE = 'Taxas das maquininhas'

/** A fee as it is typed: without a number where the field is empty or cannot be read. */
type FeeDraft = {
  key: number
  method: CardMethod
  brand: string
  installments: number
  bps: number | undefined
  days: number | undefined
  paysAtOnce: boolean
}
type Draft = { version: number; validFrom: string; fees: FeeDraft[] }

function toDraft({ version, validFrom, fees }: CardFees, today: string): Draft {
  const shown = version === 0 ? usualCardFees : fees
  return {
    version,
    validFrom: validFrom && validFrom > today ? validFrom : today,
    fees: shown.map((fee, key) => ({ ...fee, key, brand: fee.brand ?? '', paysAtOnce: fee.paysAtOnce ?? false })),
  }
}

function isReadable(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value)
}

/** Undefined while a number is missing. */
function toFee({ method, brand, installments, bps, days, paysAtOnce }: FeeDraft): CardFee | undefined {
  if (!isReadable(bps) || !isReadable(days)) return undefined
  const isDebit = method === 'debit'
  return {
    method,
    brand: brand.trim() || null,
    installments: isDebit ? 1 : installments,
    bps,
    days,
    paysAtOnce: !isDebit && paysAtOnce,
  }
}

type LoadedProps = CardFeesProps & { today: string; latest: CardFees }

function LoadedDialog({ barbershopId, today, latest, onClose }: LoadedProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => toDraft(latest, today))
  const fees = draft.fees.map(toFee)
  const isComplete = fees.every((fee) => fee !== undefined)
  const saving = useMutation({
    mutationFn: () =>
      saveCardFees(barbershopId, {
        version: draft.version,
        validFrom: draft.validFrom,
        fees: fees.filter((fee) => fee !== undefined),
      }),
    async onSuccess() {
      showToast({ tone: 'success', title: `Taxas salvas, valem a partir de ${formatLocalDate(draft.validFrom)}` })
      onClose()
      await client.invalidateQueries({ queryKey: ['money', barbershopId] })
    },
  })
  async function reload() {
    const loaded = await client.fetchQuery(cardFeesQuery(barbershopId))
    setDraft(toDraft(loaded.latest, loaded.today))
    saving.reset()
  }
  const change = (key: number, changed: Partial<FeeDraft>) =>
    setDraft((old) => ({ ...old, fees: old.fees.map((fee) => (fee.key === key ? { ...fee, ...changed } : fee)) }))
  const remove = (key: number) => setDraft((old) => ({ ...old, fees: old.fees.filter((fee) => fee.key !== key) }))
  const add = () =>
    setDraft((old) => {
      const key = 1 + Math.max(-1, ...old.fees.map((fee) => fee.key))
      const fee: FeeDraft = {
        key,
        method: 'credit',
        brand: '',
        installments: 1,
        bps: undefined,
        days: 30,
        paysAtOnce: false,
      }
      return { ...old, fees: [...old.fees, fee] }
    })
  const isStale = hasCode(saving.error, 'EDIT_CONFLICT')
  const footer = (
    <>
      <LeaveButton disabled={saving.isPending} />
      <Button isBusy={saving.isPending} disabled={isStale || !isComplete} onClick={() => saving.mutate()}>
        {saving.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
    </>
  )
  return (
    <FormDialog isOpen onClose={onClose} title={TITLE} width="medium" isFullOnPhone footer={footer}>
      <UnsavedChanges key={draft.version} draft={draft} />
      <SaveFailure
        failure={saving.error ? errorText(saving.error, 'Não foi possível salvar. Tente novamente.') : undefined}
        isStale={isStale}
        reload={reload}
      />
      <div className="grid grid-cols-1 gap-5">
        <p className="text-mute">
          O que a maquininha desconta e em quantos dias ela paga. As parcelas caem a cada 30 dias depois da primeira. As
          vendas já fechadas ficam com as taxas do dia delas.
        </p>
        <TextField
          label="Valem a partir de"
          type="date"
          min={today}
          value={draft.validFrom}
          onChange={({ target }) => setDraft((old) => ({ ...old, validFrom: target.value || today }))}
        />
        {draft.fees.map((fee, index) => (
          <FeeFields
            key={fee.key}
            title={`Taxa ${index + 1}`}
            fee={fee}
            onChange={(changed) => change(fee.key, changed)}
            onRemove={() => remove(fee.key)}
          />
        ))}
        <Button
          variant="outline"
          className="justify-self-start"
          disabled={draft.fees.length >= MAX_CARD_FEES}
          onClick={add}
        >
          <Icon name="plus" className="size-4.5" />
          Outra taxa
        </Button>
      </div>
    </FormDialog>
  )
}

const methodOptions = [
  { value: 'debit', label: 'Débito' },
  { value: 'credit', label: 'Crédito' },
]

const installmentOptions = Array.from({ length: MAX_INSTALLMENTS }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'À vista' : `Em ${index + 1} vezes ou mais`,
}))

/** Those that the comanda offers, and another one that was saved before. */
const brandOptions = (saved: string) => [
  { value: '', label: 'Todas as bandeiras' },
  ...[...new Set([...cardBrands, ...(saved ? [saved] : [])])].map((value) => ({ value, label: value })),
]

type FeeFieldsProps = {
  title: string
  fee: FeeDraft
  onChange: (changed: Partial<FeeDraft>) => void
  onRemove: () => void
}

function FeeFields({ title, fee, onChange, onRemove }: FeeFieldsProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center gap-2">
        <Select
          aria-label={`${title}: cartão`}
          options={methodOptions}
          value={fee.method}
          onChange={(method) => onChange({ method: method === 'debit' ? 'debit' : 'credit' })}
        />
        <IconButton label={`Tirar a ${title.toLowerCase()}`} onClick={onRemove}>
          <Icon name="trash" className="size-4.5 text-mute" />
        </IconButton>
      </div>
      {fee.method === 'credit' && (
        <Select
          aria-label={`${title}: parcelas`}
          options={installmentOptions}
          value={String(fee.installments)}
          onChange={(installments) => onChange({ installments: Number(installments) })}
        />
      )}
      <Select
        aria-label={`${title}: bandeira`}
        options={brandOptions(fee.brand)}
        value={fee.brand}
        onChange={(brand) => onChange({ brand })}
      />
      <div className="grid grid-cols-2 gap-3">
        <PercentField label="Taxa" value={fee.bps} onValue={(bps) => onChange({ bps })} />
        <WholeNumberField label="Paga em (dias)" value={fee.days} onValue={(days) => onChange({ days })} />
      </div>
      {fee.method === 'credit' && (
        <Checkbox checked={fee.paysAtOnce} onChange={(paysAtOnce) => onChange({ paysAtOnce })}>
          Antecipado: todas as parcelas de uma vez
        </Checkbox>
      )}
    </fieldset>
  )
}
