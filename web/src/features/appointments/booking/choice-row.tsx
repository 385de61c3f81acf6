import type { ReactNode, Ref } from 'react'

export type ChoiceRowProps = {
  /** What is chosen here, for those who hear it: 'Barbeiro'. */
  label: string
  picture?: ReactNode
  title: string
  detail: string
  /** At the end of the line, such as a price. */
  figure?: string
  /** Absent where there is nothing else to choose. */
  onChange?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** One line of what will be booked; the whole line is the way to change it. */
export function ChoiceRow({ label, picture, title, detail, figure, onChange, ref }: ChoiceRowProps) {
  const content = (
    <>
      {picture}
      <span className="min-w-0 flex-1 text-left">
        <span className="sr-only">{label}: </span>
        <span className="line-clamp-2 font-semibold">{title}</span>
        <span className="block truncate text-sm text-mute">{detail}</span>
      </span>
      <span className="shrink-0 text-right">
        {figure && <span className="block font-semibold tabular-nums">{figure}</span>}
        {onChange && (
          <span className="block text-sm text-mute underline decoration-line underline-offset-4">trocar</span>
        )}
      </span>
    </>
  )
  const line = 'flex min-h-14 w-full items-center gap-3 px-4 py-2.5'
  if (!onChange) return <div className={line}>{content}</div>
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      onClick={onChange}
      className={`${line} transition-colors hover:bg-sunken`}
    >
      {content}
    </button>
  )
}
