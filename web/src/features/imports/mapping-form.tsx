import {
  type ImportDraft,
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportReport,
  importFields,
  type UnknownName,
} from '@na-regua/contract/imports'
import { useId } from 'react'
import { formatCount } from '../../lib/format.ts'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

const fieldNames: Record<ImportField, string> = {
  name: 'Nome',
  lastName: 'Sobrenome',
  phone: 'Telefone',
  otherPhone: 'Outro telefone',
  notes: 'Observações',
  allergies: 'Alergias',
  tags: 'Marcadores',
  description: 'Descrição',
  duration: 'Duração',
  price: 'Preço',
  title: 'Título com serviço e cliente',
  service: 'Serviço',
  barber: 'Profissional',
  date: 'Data, ou data e hora',
  time: 'Hora',
  end: 'Fim',
  status: 'Situação',
}

const nameOf = (kind: ImportKind, field: ImportField) =>
  kind === 'appointments' && field === 'name' ? 'Nome do cliente' : fieldNames[field]

type MappingProps = {
  draft: ImportDraft
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** What each column of the file contains. A field is in one column: choosing it again takes it from the other. */
export function ColumnFields({ draft, mapping, onChange }: MappingProps) {
  const { kind } = draft.import
  const options = [
    { value: '', label: 'Não importar' },
    ...importFields[kind].map((field) => ({ value: field, label: nameOf(kind, field) })),
  ]
  const choose = (column: number, value: string) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((field, index) => {
        if (index === column) return (value || null) as ImportField | null
        return field === value ? null : field
      }),
    })
  return (
    <ul
      aria-label="Colunas do arquivo"
      className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-card"
    >
      {draft.columns.map(({ header, samples }, column) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity than its position.
          key={column}
          className="grid grid-cols-1 items-center gap-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-4"
        >
          <span className="min-w-0">
            <span className="line-clamp-3 wrap-anywhere font-semibold">{header}</span>
            <span className="line-clamp-4 wrap-anywhere text-sm text-mute">{samples.join(' · ') || 'vazia'}</span>
          </span>
          <Select
            aria-label={`A coluna ${header} tem`}
            options={options}
            value={mapping.columns[column] ?? ''}
            onChange={(value) => choose(column, value)}
          />
        </li>
      ))}
    </ul>
  )
}

/** What the file does not state: the area code of phones, and the barber and service of rows without one. */
export function UsualValues({ draft, mapping, onChange }: MappingProps) {
  const { kind } = draft.import
  if (kind === 'services') return null
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {kind === 'appointments' && (
        <>
          <UsualChoice
            label="Horários sem profissional são de"
            items={draft.barbers}
            value={mapping.barberId}
            onChange={(barberId) => onChange({ ...mapping, barberId })}
          />
          <UsualChoice
            label="Horários sem serviço são de"
            items={draft.services}
            value={mapping.serviceId}
            onChange={(serviceId) => onChange({ ...mapping, serviceId })}
          />
        </>
      )}
      <TextField
        label="DDD dos telefones sem DDD"
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        defaultValue={mapping.areaCode ?? ''}
        onChange={({ target }) =>
          onChange({ ...mapping, areaCode: /^[1-9]\d$/.test(target.value) ? target.value : null })
        }
      />
    </div>
  )
}

type UsualChoiceProps = {
  label: string
  items: ImportDraft['barbers']
  value: string | null
  onChange: (id: string | null) => void
}

function UsualChoice({ label, items, value, onChange }: UsualChoiceProps) {
  const id = useId()
  const options = [{ value: '', label: 'Não importar' }, ...items.map((one) => ({ value: one.id, label: one.name }))]
  return (
    <FieldFrame id={id} label={label}>
      <Select id={id} options={options} value={value ?? ''} onChange={(chosen) => onChange(chosen || null)} />
    </FieldFrame>
  )
}

const LEAVE_OUT = 'fora'

type NameFieldsProps = {
  title: string
  unknown: readonly UnknownName[]
  known: ImportDraft['barbers']
  choices: ImportMapping['barbers']
  onChange: (choices: ImportMapping['barbers']) => void
}

/** Services and barbers of the file that the barbershop does not have. */
export function UnknownNames({ report, draft, mapping, onChange }: MappingProps & { report: ImportReport }) {
  return (
    <>
      <NameFields
        title="Serviços que não conhecemos"
        unknown={report.unknownServices}
        known={draft.services}
        choices={mapping.services}
        onChange={(services) => onChange({ ...mapping, services })}
      />
      <NameFields
        title="Profissionais que não conhecemos"
        unknown={report.unknownBarbers}
        known={draft.barbers}
        choices={mapping.barbers}
        onChange={(barbers) => onChange({ ...mapping, barbers })}
      />
    </>
  )
}

/** Names of the file that the barbershop does not have: the owner says which of its own they are. */
function NameFields({ title, unknown, known, choices, onChange }: NameFieldsProps) {
  // Those that were chosen before stay, although the last check knew them.
  const names = [...new Set([...choices.map(({ name }) => name), ...unknown.map(({ name }) => name)])]
  if (names.length === 0) return null
  const choose = (name: string, value: string) => {
    const others = choices.filter((choice) => choice.name !== name)
    onChange(value ? [...others, { name, id: value === LEAVE_OUT ? null : value }] : others)
  }
  const chosenFor = (name: string) => {
    const choice = choices.find((one) => one.name === name)
    return choice ? (choice.id ?? LEAVE_OUT) : ''
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      {names.map((name) => (
        <div key={name} className="grid grid-cols-1 items-center gap-2 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-4">
          <span className="min-w-0">
            <span className="line-clamp-3 wrap-anywhere">{name}</span>
            <span className="text-sm text-mute">
              {formatCount(unknown.find((one) => one.name === name)?.rows ?? 0, 'linha espera', 'linhas esperam')}
            </span>
          </span>
          <Select
            aria-label={`${name} é`}
            options={[
              { value: '', label: 'Escolha' },
              ...known.map((one) => ({ value: one.id, label: one.name })),
              { value: LEAVE_OUT, label: 'Deixar de fora' },
            ]}
            value={chosenFor(name)}
            onChange={(value) => choose(name, value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** How the mapping reads the first rows. */
export function Samples({ samples }: Pick<ImportReport, 'samples'>) {
  if (samples.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <h3 className="text-base font-semibold">Como entendemos as primeiras linhas</h3>
      <ul className="grid grid-cols-1 gap-1">
        {samples.map(({ row, text }) => (
          <li key={row} className="wrap-anywhere">
            <span className="text-mute tabular-nums">{row} · </span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
