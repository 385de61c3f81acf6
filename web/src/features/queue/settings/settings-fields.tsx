import { MAX_POSITIONS_BACK } from '@na-regua/contract/queue'
import { MAX_SLIDES, type QueueSettings, queueSettingsApi, walkInShares } from '@na-regua/contract/queue-today'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { api } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { Checkbox, WeekdayToggles } from '../../../ui/checkbox.tsx'
import { controlClass } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'

/** What the owner decides. */
export type QueueRules = Omit<Body<typeof queueSettingsApi.save>, 'version'>

export function toRules({
  version: _version,
  doorUrl: _door,
  screenUrl: _screen,
  ...rules
}: QueueSettings): QueueRules {
  return rules
}

/** Why the rules cannot be saved. */
export function findRuleProblem({ isOn, weekdays, opensAt, closesAt }: QueueRules) {
  if (isOn && weekdays.length === 0) return 'Escolha pelo menos um dia.'
  return opensAt !== null && opensAt === closesAt ? 'A fila precisa fechar depois de abrir.' : undefined
}

export function queueSettingsQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['queue', 'settings', barbershopId],
    queryFn: ({ signal }) => api(queueSettingsApi.get, { params: { id: barbershopId }, signal }),
    select: ({ settings }) => settings,
    refetchOnMount: 'always',
  })
}

type FieldsProps = {
  rules: QueueRules
  onChange: (change: Partial<QueueRules>) => void
  /** Why they cannot be saved. */
  problem: string | undefined
}

export function QueueRuleFields({ rules, onChange, problem }: FieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <Checkbox checked={rules.isOn} onChange={(isOn) => onChange({ isOn })}>
          <span className="font-semibold">Atender também quem chega sem hora</span>
        </Checkbox>
        <p className="text-sm text-mute">
          Quem chega entra na fila pelo QR code da porta, pela sua página ou pela equipe, e acompanha pelo celular
          quanto falta. Quem marcou continua na hora marcada: a fila ocupa só os intervalos.
        </p>
      </div>
      {rules.isOn && (
        <>
          <OpeningFields rules={rules} onChange={onChange} />
          <LateRuleFields rules={rules} onChange={onChange} />
          <ShareField rules={rules} onChange={onChange} />
        </>
      )}
      <p role="alert" className="text-sm font-medium text-red empty:hidden">
        {problem}
      </p>
    </div>
  )
}

type PartProps = Omit<FieldsProps, 'problem'>

const toOptions = (values: readonly number[], label: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }))

/** With the present value, if it is not among the usual ones. */
const withValue = (values: readonly number[], value: number) =>
  [...new Set([...values, value])].toSorted((one, other) => one - other)

function OpeningFields({ rules, onChange }: PartProps) {
  const hasHours = rules.opensAt !== null
  return (
    <SettingsSection title="Quando a fila abre">
      <WeekdayToggles chosen={rules.weekdays} onChange={(chosen) => onChange({ weekdays: chosen })} />
      <Checkbox
        checked={!hasHours}
        onChange={(isWhole) =>
          onChange(isWhole ? { opensAt: null, closesAt: null } : { opensAt: '09:00', closesAt: '17:00' })
        }
      >
        Enquanto a barbearia está aberta
      </Checkbox>
      {hasHours && (
        <div className="flex items-center gap-2">
          <TimeInput label="A fila abre às" value={rules.opensAt} onChange={(opensAt) => onChange({ opensAt })} />
          <span className="text-mute">às</span>
          <TimeInput label="A fila fecha às" value={rules.closesAt} onChange={(closesAt) => onChange({ closesAt })} />
        </div>
      )}
      <div className="max-w-64">
        <LabeledSelect
          label="Quantas pessoas no máximo"
          options={toOptions(withValue([5, 10, 15, 20, 30, 40, 60], rules.maxLength), String)}
          value={rules.maxLength}
          onChange={(maxLength) => onChange({ maxLength })}
        />
      </div>
    </SettingsSection>
  )
}

type LabeledSelectProps = {
  label: string
  options: ReturnType<typeof toOptions>
  value: number
  onChange: (value: number) => void
}

function LabeledSelect({ label, options, value, onChange }: LabeledSelectProps) {
  const id = useId()
  return (
    <div className="grid min-w-28 flex-1 content-end gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <Select id={id} options={options} value={String(value)} onChange={(next) => onChange(Number(next))} />
    </div>
  )
}

type TimeInputProps = { label: string; value: string | null; onChange: (value: string) => void }

function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      required
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || (value ?? '09:00'))}
      className={`${controlClass} max-w-32 border-line tabular-nums`}
    />
  )
}

const ordinals = ['primeira', 'segunda', 'terceira', 'quarta', 'quinta', 'sexta']

/** 'Quem não aparece em 5 min volta 2 lugares; na segunda vez, sai.' */
export function describeLateRule({ callMinutes, slidePositions, maxSlides }: QueueRules) {
  if (maxSlides === 0) return `Quem não aparece em ${callMinutes} min sai da fila.`
  const positions = formatCount(slidePositions, 'lugar', 'lugares')
  return `Quem não aparece em ${callMinutes} min volta ${positions}; na ${ordinals[maxSlides]} vez, sai.`
}

const slideCounts = Array.from({ length: MAX_SLIDES + 1 }, (_, index) => index)
const positionsBack = Array.from({ length: MAX_POSITIONS_BACK }, (_, index) => index + 1)

function LateRuleFields({ rules, onChange }: PartProps) {
  const minutes = withValue([2, 3, 5, 7, 10, 15, 20, 30], rules.callMinutes)
  const times = (count: number) => (count === 0 ? 'Nenhuma' : formatCount(count, 'vez', 'vezes'))
  const fields = [
    { label: 'Tempo para chegar', name: 'callMinutes', options: toOptions(minutes, (value) => `${value} min`) },
    {
      label: 'Volta',
      name: 'slidePositions',
      options: toOptions(positionsBack, (value) => formatCount(value, 'lugar', 'lugares')),
    },
    { label: 'Quantas vezes', name: 'maxSlides', options: toOptions(slideCounts, times) },
  ] as const
  return (
    <SettingsSection title="Se a pessoa não aparece">
      <div className="flex flex-wrap gap-3">
        {fields.map(({ label, name, options }) => (
          <LabeledSelect
            key={name}
            label={label}
            options={options}
            value={rules[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      <p aria-live="polite" className="rounded-control bg-sunken px-3.5 py-3">
        {describeLateRule(rules)}
      </p>
    </SettingsSection>
  )
}

function ShareField({ rules: { walkInShare }, onChange }: PartProps) {
  const label = (share: number) => (share === 0 ? 'Nada' : `${share}% do tempo de cada barbeiro`)
  return (
    <SettingsSection title="Tempo guardado para a fila">
      <div className="max-w-sm">
        <Select
          aria-label="Tempo guardado para a fila"
          options={toOptions(walkInShares, label)}
          value={String(walkInShare)}
          onChange={(value) => onChange({ walkInShare: Number(value) as (typeof walkInShares)[number] })}
        />
      </div>
      <p className="text-sm text-mute">
        {walkInShare === 0
          ? 'Todo o tempo pode ser marcado. A fila usa o que sobrar entre um horário e outro.'
          : `De cada 10\u00a0h de um barbeiro, ${walkInShare / 10} não ${walkInShare === 10 ? 'aparece' : 'aparecem'} para quem marca, espalhadas pelo dia. A equipe pode marcar nelas, e o que já está marcado fica.`}
      </p>
    </SettingsSection>
  )
}

/** A part of the dialog under its title. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}
