import { Panel, type PanelProps } from './panel.tsx'

const sides = {
  left: 'panel-left inset-y-0 left-0 h-dvh max-h-dvh w-[min(22rem,88vw)] border-r',
  bottom: 'panel-bottom inset-x-0 bottom-0 top-auto w-full max-w-none max-h-[88dvh] rounded-t-hero border-t',
  full: 'panel-bottom inset-0 h-dvh max-h-dvh w-full max-w-none',
}

type SheetProps = PanelProps & { side?: keyof typeof sides }

/** Slides in from an edge: filters from the left, choices from the bottom, search over everything. */
export function Sheet({ side = 'bottom', ...panel }: SheetProps) {
  return <Panel {...panel} className={sides[side]} />
}
