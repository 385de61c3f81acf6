import { clsx } from 'clsx'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'

type DenseRowProps = {
  /** Whose row it is, for the accessible name of the button that opens it. */
  name: string
  /** An image of at most 48 px. */
  leading?: ReactNode
  title: ReactNode
  badges?: ReactNode
  /** One line below the title. */
  text: ReactNode
  /** What is there in every row: one button, on a wide screen some. */
  main?: ReactNode
  /** Buttons: within the row on a wide screen, else below it once the row is open. */
  actions?: ReactNode
  /** Below the row once it is open. */
  details?: ReactNode
  isOpenAtFirst?: boolean
  /** For a list that keeps this itself, because its rows move. */
  isOpen?: boolean
  onToggle?: () => void
}

/** A row of a list, at most 72 px high unless a text wraps. What it hides opens below it. */
export function DenseRow(props: DenseRowProps) {
  const { name, actions, details, isOpenAtFirst = false, onToggle } = props
  const [isOpenHere, setOpenHere] = useState(isOpenAtFirst)
  const isOpen = props.isOpen ?? isOpenHere
  const id = useId()
  // At the end of a wide row. Before other buttons the chevron is enough.
  const hasWord = Boolean(details) && !actions
  const hasMore = Boolean(details || actions)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center lg:grid-cols-[minmax(0,1fr)_auto_auto]">
      <RowContent {...props} className={hasMore ? 'pl-3 md:pl-4' : 'px-3 md:px-4'} />
      {hasMore && (
        <IconButton
          label={`Mais de ${name}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle ?? (() => setOpenHere(!isOpen))}
          className={clsx('mr-1', hasWord && 'lg:flex lg:w-auto lg:gap-1 lg:px-3', !details && 'lg:hidden')}
        >
          {hasWord && <span className="hidden text-sm font-semibold lg:inline">Mais</span>}
          <Icon name="chevron-down" className={clsx('size-5 transition-transform', isOpen && 'rotate-180')} />
        </IconButton>
      )}
      <div id={id} className="contents">
        {actions && (
          <div
            className={clsx(
              'flex flex-wrap gap-1 max-lg:col-span-full max-lg:px-3 max-lg:pb-3 md:px-4 lg:flex-nowrap lg:pl-0',
              !isOpen && 'max-lg:hidden',
            )}
          >
            {actions}
          </div>
        )}
        {details && isOpen && <div className="col-span-full px-3 pb-4 md:px-4">{details}</div>}
      </div>
    </div>
  )
}

function RowContent({ leading, title, badges, text, main, className }: DenseRowProps & { className: string }) {
  return (
    <div className={clsx('flex min-h-16 items-center gap-3 py-1', className)}>
      {leading}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {title}
          {badges}
        </div>
        <div className="text-sm leading-[1.25rem] text-mute tabular-nums">{text}</div>
      </div>
      {main}
    </div>
  )
}

export const denseListClass = 'grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-card'

type FigureListProps = { figures: readonly { label: string; value: string }[]; className?: string }

/** Figures of a period, each on a small card. */
export function FigureList({ figures, className }: FigureListProps) {
  return (
    <dl className={clsx('grid grid-cols-2 gap-2 sm:grid-cols-3', className)}>
      {figures.map(({ label, value }) => (
        <div key={label} className="rounded-card border border-line bg-card p-3">
          <dt className="text-sm text-mute">{label}</dt>
          <dd className="font-display text-xl font-extrabold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Shorter lists are read at a glance. */
const SEARCHED_FROM = 4

/** A search over a list that is loaded as a whole: its field, and the items of which every word of the search begins a word. */
export function useListSearch<T>(items: readonly T[], label: string, toText: (item: T) => string) {
  const [q, setQ] = useState('')
  const words = fold(useDeferredValue(q)).split(/\s+/).filter(Boolean)
  const isSearching = words.length > 0
  const matches = (item: T) => words.every((word) => ` ${fold(toText(item))}`.includes(` ${word}`))
  const field = items.length >= SEARCHED_FROM && (
    <TextField label={label} type="search" autoComplete="off" value={q} onChange={({ target }) => setQ(target.value)} />
  )
  return { field, found: isSearching ? items.filter(matches) : items, isSearching }
}
