import { clsx } from 'clsx'

/** Our own icons on a grid of 24 with a stroke of 1.75. */
const iconPaths = {
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  calendar: 'M4 6.5h16V20H4zM4 10.5h16M8 3.5v4M16 3.5v4',
  'calendar-check': 'M4 6.5h16V20H4zM4 10.5h16M8 3.5v4M16 3.5v4M9 15.2l2.2 2.2 4-4.2',
  camera: 'M4 7.5h3.5L9 5h6l1.5 2.5H20V19H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  car: 'M4 16.5v-4l2-5.5h12l2 5.5v4M4 12.5h16M3.5 16.5h17M6 16.5v2.5M18 16.5v2.5M7 14.5h1.5M15.5 14.5H17',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3',
  chair: 'M8 4.5h8V11H8zM6.5 11h11v4h-11zM4.5 9.5V15h2M19.5 9.5V15h-2M12 15v4M8.5 20h7',
  chat: 'M4 19.5l1.2-4A8 8 0 1 1 8.5 18.8zM9 12h.1M12 12h.1M15 12h.1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M8.5 8.5H20V20H8.5zM15.5 8.5V4H4v11.5h4.5',
  cup: 'M5 7h11v12H5zM16 10h3.5v6H16M8.5 10.5v5M12.5 10.5v5M5.5 4.5c1-1 2.5-.5 3 0s2 .8 3 0 2.5-.5 3 .5',
  device: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  external: 'M13.5 4.5h6v6M19.5 4.5L11 13M10 5.5H4.5v14h14V14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off':
    'M4 4l16 16M9.5 5.9c.8-.3 1.6-.4 2.5-.4 6 0 9.5 6.5 9.5 6.5s-1 1.9-2.9 3.6M6.2 7.5C3.8 9.2 2.5 12 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2',
  filter:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  gem: 'M7 4.5h10l4 5.5-9 10L3 10zM3 10h18M9 10l3 10 3-10M9 10l1.5-5.5M15 10l-1.5-5.5',
  globe: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c-5 5-5 12 0 17M12 3.5c5 5 5 12 0 17',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  heart: 'M12 20S3.5 14.8 3.5 9.3A4.6 4.6 0 0 1 12 6.9a4.6 4.6 0 0 1 8.5 2.4C20.5 14.8 12 20 12 20z',
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4L15 13l5 4.5M15.5 9.7a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5.5M12 7.6v.1',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM16.5 7.5h.1',
  kite: 'M12 3l6 7-6 8-6-8zM12 3v15M6 10h12M12 18c0 2-2 1.5-2 3',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 14-11 14-2 0-3-1-3-3 1-4 4-6.5 8-7.5',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1',
  locate: 'M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM12 2.5V8M12 16v5.5M2.5 12H8M16 12h5.5',
  lock: 'M5.5 10.5h13V20h-13zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2',
  logout: 'M14 4.5H5v15h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  map: 'M9 4.5l-5 2V20l5-2 6 2 5-2V4.5l-5 2zM9 4.5V18M15 6.5V20',
  medal: 'M12 20.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM8.7 11.7L5.5 3.5h13l-3.2 8.2M12 14v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  music: 'M9 18V5.5l10-2V16M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  pause: 'M8 5.5v13M16 5.5v13',
  pencil: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 19.5c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5M15.5 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14.5c2.3.7 3.5 2.5 3.5 5',
  phone:
    'M6.5 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5v3c0 1.5-1 2.5-2.5 2.5A14.5 14.5 0 0 1 4 6.5C4 5 5 4 6.5 4z',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  play: 'M7.5 5v14l11-7z',
  plus: 'M12 5v14M5 12h14',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  repeat: 'M4.5 11.5V10a3 3 0 0 1 3-3h11M15.5 4l3 3-3 3M19.5 12.5V14a3 3 0 0 1-3 3h-11M8.5 20l-3-3 3-3',
  scissors:
    'M8 8.2L20 17M8 15.8L20 7M6 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  share: 'M12 15V4M8 7.5L12 4l4 3.5M5 12v8h14v-8',
  shop: 'M4.5 10.5V20h15v-9.5M3.5 9l1.5-5h14l1.5 5c0 1.3-1 2.3-2.1 2.3S16.2 10.3 16.2 9c0 1.3-1 2.3-2.1 2.3S12 10.3 12 9c0 1.3-1 2.3-2.1 2.3S7.8 10.3 7.8 9c0 1.3-1 2.3-2.2 2.3S3.5 10.3 3.5 9zM10 20v-5h4v5',
  snow: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5',
  sofa: 'M6 10.5V7a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v3.5M3.5 11.5a2 2 0 0 1 4 0V14h9v-2.5a2 2 0 0 1 4 0V18h-17zM6 18v1.5M18 18v1.5',
  sparkle: 'M11 4l1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM18.5 15.5v4M16.5 17.5h4',
  sort: 'M7.5 5v14M4.5 16l3 3 3-3M16.5 19V5M13.5 8l3-3 3 3',
  star: 'M12 3.5l2.6 5.3 5.9.9-4.3 4.1 1 5.9L12 17l-5.2 2.7 1-5.9-4.3-4.1 5.9-.9z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  tag: 'M4 12.5V4.5h8l8 8-8 8zM8.2 8.6v.1',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3-6.5 7.5-6.5s7.5 2.5 7.5 6.5',
  warning: 'M12 4.5L21 20H3zM12 10.5v4M12 17.2v.1',
  wifi: 'M3.5 9.5a12.5 12.5 0 0 1 17 0M6.5 13a8.3 8.3 0 0 1 11 0M9.5 16.4a4 4 0 0 1 5 0M12 19.5v.1',
} as const

export type IconName = keyof typeof iconPaths

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
      <path d={iconPaths[name]} />
    </svg>
  )
}
