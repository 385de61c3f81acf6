import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'

export type Option = { id: string; content: ReactNode }

type ChoiceDialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  options: readonly Option[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** Choosing closes it. */
export function ChoiceDialog({ title, isOpen, onClose, options, selected, onSelect }: ChoiceDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <ul className="-m-2 grid gap-1">
        {options.map(({ id, content }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === selected}
              onClick={() => onSelect(id)}
              className={classNames(
                'flex min-h-14 w-full items-center gap-3 rounded-control border px-3 py-2.5 text-left transition-colors hover:bg-sunken',
                id === selected ? 'border-ink' : 'border-transparent',
              )}
            >
              {content}
              <Icon name="check" className={classNames('size-5', id !== selected && 'invisible')} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
