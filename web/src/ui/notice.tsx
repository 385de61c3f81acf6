import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Sentences } from './sentences.tsx'

type NoticeProps = {
  title: string
  children?: ReactNode
  icon?: IconName
  /** An error is announced at once. */
  tone?: keyof typeof tones
  /** What the user can do about it. */
  action?: ReactNode
  as?: 'h1' | 'h2' | 'p'
}

const tones = { calm: 'bg-sunken text-mute', success: 'bg-green-soft text-green', error: 'bg-red-soft text-red' }

/** A block for empty states, errors, and what has been done. */
export function Notice({ title, children, icon, tone = 'calm', action, as: Title = 'p' }: NoticeProps) {
  const isError = tone === 'error'
  return (
    <div
      role={isError ? 'alert' : undefined}
      className="grid justify-items-center gap-3 rounded-card border border-dashed border-line px-6 py-10 text-center"
    >
      <span className={clsx('grid size-12 place-items-center rounded-full', tones[tone])}>
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
