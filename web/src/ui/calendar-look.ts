import type { Modifiers } from 'react-day-picker'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { getWeekday, weekdaysShort } from '../lib/format.ts'
import { fromDeviceDay } from '../lib/local-time.ts'

const caption = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'Novembro de 2026'. */
function formatCaption(month: Date) {
  const text = caption.format(new Date(fromDeviceDay(month)))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const arrow = 'inline-grid size-11 place-items-center rounded-control hover:bg-sunken aria-disabled:opacity-40'

/** Language and style of every calendar. */
export const calendarStyle = {
  locale: ptBR,
  formatters: { formatCaption, formatWeekdayName: (day: Date) => weekdaysShort[getWeekday(fromDeviceDay(day))] ?? '' },
  classNames: {
    root: 'w-full',
    hidden: 'invisible',
    months: 'relative',
    month_caption: 'flex h-11 items-center pl-2 font-semibold',
    nav: 'absolute top-0 right-0 flex',
    button_previous: arrow,
    button_next: arrow,
    chevron: 'size-4 fill-ink',
    month_grid: 'w-full table-fixed border-collapse',
    weekday: 'h-9 text-xs font-medium text-mute',
    day: 'p-0 text-center',
    day_button:
      'h-11 w-full rounded-control text-center font-medium tabular-nums hover:bg-sunken disabled:hover:bg-transparent',
    disabled: 'text-mute opacity-45',
    today: 'font-bold',
    selected: '[&>button]:bg-ink [&>button]:text-paper [&>button]:hover:bg-ink',
  },
}

/** The short red line under a marked day. */
export const dayMark =
  'relative after:pointer-events-none after:absolute after:bottom-1.5 after:left-1/2 after:h-1 after:w-3 after:-translate-x-1/2 after:rounded-full after:bg-red'

/** The library's label of a day, followed by ours. */
export function describeDay(day: Date, modifiers: Modifiers, ...more: readonly (string | false | undefined)[]) {
  const labelDay = ptBR.labels?.labelDayButton as (...given: unknown[]) => string
  return [labelDay(day, modifiers, { locale: ptBR }), ...more].filter(Boolean).join(', ')
}
