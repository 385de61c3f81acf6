import { clsx } from 'clsx'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'

type ChoiceProps = Omit<ChoiceRowProps, 'onChange' | 'ref'> & {
  dialogTitle: string
  options: readonly Option[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** One row of the booking, and the dialog that changes it. */
export function Choice({ dialogTitle, options, selected, onSelect, ...row }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const { target, expectPathChange } = useFocusAfterPathChange<HTMLButtonElement>()
  const canChange = options.length > 1 || selected === undefined
  return (
    <div>
      <ChoiceRow {...row} ref={target} onChange={canChange ? () => setOpen(true) : undefined} />
      <ChoiceDialog
        title={dialogTitle}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        options={options}
        selected={selected}
        onSelect={(id) => {
          setOpen(false)
          expectPathChange()
          onSelect(id)
        }}
      />
    </div>
  )
}

type OptionTextProps = { title: string; detail: string; media?: ReactNode; figure?: string }

export function OptionText({ title, detail, media, figure }: OptionTextProps) {
  return (
    <>
      {media}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{title}</span>
        <span className="block text-sm text-mute">{detail}</span>
      </span>
      {figure && <span className="font-semibold tabular-nums">{figure}</span>}
    </>
  )
}

type Option = {
  id: string
  content: ReactNode
  /** Below the button, for what has buttons of its own. Rendered with a function that selects the option. */
  renderExtra?: (select: () => void) => ReactNode
}

type ChoiceDialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  options: readonly Option[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** A list of options in a dialog. */
export function ChoiceDialog({ title, isOpen, onClose, options, selected, onSelect }: ChoiceDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <ul className="-m-2 grid gap-1">
        {options.map(({ id, content, renderExtra }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === selected}
              onClick={() => onSelect(id)}
              className={clsx(
                'flex min-h-14 w-full items-center gap-3 rounded-control border px-3 py-2.5 text-left transition-colors hover:bg-sunken',
                id === selected ? 'border-ink' : 'border-transparent',
              )}
            >
              {content}
              <Icon name="check" className={clsx('size-5', id !== selected && 'invisible')} />
            </button>
            {renderExtra?.(() => onSelect(id))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type ChoiceRowProps = {
  /** Screen-reader label of the row: 'Barbeiro'. */
  label: string
  media?: ReactNode
  title: string
  detail: string
  /** At the end of the row, such as a price. */
  figure?: string
  /** Absent when there is nothing else to choose. */
  onChange?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** One row of the booking. The whole row is the button that changes it. */
export function ChoiceRow({ label, media, title, detail, figure, onChange, ref }: ChoiceRowProps) {
  const content = (
    <>
      {media}
      <span className="min-w-0 flex-1 text-left">
        <span className="sr-only">{label}: </span>
        <span className="line-clamp-4 wrap-anywhere font-semibold">{title}</span>
        <span className="line-clamp-2 wrap-anywhere text-sm text-mute">{detail}</span>
      </span>
      <span className="shrink-0 text-right">
        {figure && <span className="block font-semibold tabular-nums">{figure}</span>}
        {onChange && (
          <span className="block text-sm text-mute underline decoration-line underline-offset-4">trocar</span>
        )}
      </span>
    </>
  )
  const rowClass = 'flex min-h-14 w-full items-center gap-3 px-4 py-2.5'
  if (!onChange) return <div className={rowClass}>{content}</div>
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      onClick={onChange}
      className={`${rowClass} transition-colors hover:bg-sunken`}
    >
      {content}
    </button>
  )
}

/** A new path moves the focus to the start of the page. This returns it to the row whose choice changed the path. */
function useFocusAfterPathChange<E extends HTMLElement>() {
  const { pathname } = useLocation()
  const target = useRef<E>(null)
  const isExpected = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `pathname` triggers the effect and is not read in it.
  useEffect(() => {
    if (!isExpected.current) return
    isExpected.current = false
    target.current?.focus({ preventScroll: true })
  }, [pathname])

  function expectPathChange() {
    isExpected.current = true
  }

  return { target, expectPathChange }
}
