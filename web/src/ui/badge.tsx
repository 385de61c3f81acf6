import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-sunken text-mute',
  green: 'bg-green-soft text-green',
  brass: 'bg-brass-soft text-brass',
  red: 'bg-red-soft text-red',
  navy: 'bg-navy-soft text-navy',
}

type BadgeProps = { tone?: keyof typeof tones; children: ReactNode; className?: string }

export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-small px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
