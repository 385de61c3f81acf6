import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Sentences } from './sentences.tsx'

type NoticeProps = {
  title: string
  children?: ReactNode
  icon?: IconName
  /** An error is announced at once. */
  tone?: 'calm' | 'error'
  /** What the user can do about it. */
  action?: ReactNode
  as?: 'h1' | 'h2' | 'p'
}

/** A block for empty states and errors. */
export function Notice({ title, children, icon, tone = 'calm', action, as: Title = 'p' }: NoticeProps) {
  const isError = tone === 'error'
  return (
    <div
      role={isError ? 'alert' : undefined}
      className="grid justify-items-center gap-3 rounded-card border border-dashed border-line px-6 py-10 text-center"
    >
      <span
        className={clsx(
          'grid size-12 place-items-center rounded-full',
          isError ? 'bg-red-soft text-red' : 'bg-sunken text-mute',
        )}
      >
        <Icon name={icon ?? (isError ? 'warning' : 'info')} className="size-6" />
      </span>
      <Title className="max-w-md text-lg font-semibold">
        <Sentences>{title}</Sentences>
      </Title>
      {children && <div className="max-w-md text-mute">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
