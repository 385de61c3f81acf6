import { type ReactNode, useState } from 'react'
import { ChoiceDialog, type Option } from './choice-dialog.tsx'
import { ChoiceRow, type ChoiceRowProps } from './choice-row.tsx'
import { useFocusBack } from './use-focus-back.ts'

type ChoiceProps = Omit<ChoiceRowProps, 'onChange' | 'ref'> & {
  dialogTitle: string
  options: readonly Option[]
  selected: string | undefined
  onSelect: (id: string) => void
  /** Shown, and not to be changed here. */
  isFixed?: boolean
}

/** One line of what will be booked, and the dialog behind it in which it is changed. */
export function Choice({ dialogTitle, options, selected, onSelect, isFixed = false, ...row }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const { target, awaitPath } = useFocusBack<HTMLButtonElement>()
  const canChange = !isFixed && (options.length > 1 || selected === undefined)
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
          awaitPath()
          onSelect(id)
        }}
      />
    </div>
  )
}

type OptionTextProps = { title: string; detail: string; picture?: ReactNode; figure?: string }

/** What one of the options says. */
export function OptionText({ title, detail, picture, figure }: OptionTextProps) {
  return (
    <>
      {picture}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-sm text-mute">{detail}</span>
      </span>
      {figure && <span className="font-semibold tabular-nums">{figure}</span>}
    </>
  )
}
