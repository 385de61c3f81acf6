import { clsx } from 'clsx'
import { Suspense } from 'react'
import { lazyPart } from '../lib/after-paint.ts'
import type moreIcons from './more-icons.json'

/** Our own icons on a grid of 24 with a stroke of 1.75: those of the home page and of the booking. */
const iconPaths = {
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  calendar: 'M4 6.5h16V20H4zM4 10.5h16M8 3.5v4M16 3.5v4',
  chair: 'M8 4.5h8V11H8zM6.5 11h11v4h-11zM4.5 9.5V15h2M19.5 9.5V15h-2M12 15v4M8.5 20h7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  device: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  filter:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  heart: 'M12 20S3.5 14.8 3.5 9.3A4.6 4.6 0 0 1 12 6.9a4.6 4.6 0 0 1 8.5 2.4C20.5 14.8 12 20 12 20z',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5.5M12 7.6v.1',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1',
  locate: 'M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM12 2.5V8M12 16v5.5M2.5 12H8M16 12h5.5',
  medal: 'M12 20.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM8.7 11.7L5.5 3.5h13l-3.2 8.2M12 14v3',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  pause: 'M8 5.5v13M16 5.5v13',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 19.5c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5M15.5 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14.5c2.3.7 3.5 2.5 3.5 5',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  play: 'M7.5 5v14l11-7z',
  plus: 'M12 5v14M5 12h14',
  scissors:
    'M8 8.2L20 17M8 15.8L20 7M6 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  star: 'M12 3.5l2.6 5.3 5.9.9-4.3 4.1 1 5.9L12 17l-5.2 2.7 1-5.9-4.3-4.1 5.9-.9z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3-6.5 7.5-6.5s7.5 2.5 7.5 6.5',
  warning: 'M12 4.5L21 20H3zM12 10.5v4M12 17.2v.1',
} as const

export type IconName = keyof typeof iconPaths | keyof typeof moreIcons

/** All others, loaded with the first of them. */
const MorePath = lazyPart(async () => {
  const { default: paths } = await import('./more-icons.json')
  return ({ name }: { name: keyof typeof moreIcons }) => <path d={paths[name]} />
}, 'path')

type IconProps = {
  name: IconName
  className?: string
  /** Filled, for example the heart of a favorite. */
  isFilled?: boolean
}

/** Decorative: the text is beside it or is the label of its button. */
export function Icon({ name, className = 'size-5', isFilled = false }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={clsx('shrink-0', className)}
    >
      {name in iconPaths ? (
        <path d={iconPaths[name as keyof typeof iconPaths]} />
      ) : (
        <Suspense>
          <MorePath name={name as keyof typeof moreIcons} />
        </Suspense>
      )}
    </svg>
  )
}
