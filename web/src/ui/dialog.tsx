import { classNames } from './class-names.ts'
import { Panel, type PanelProps } from './panel.tsx'

const widths = { narrow: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-4xl' }

type DialogProps = PanelProps & {
  width?: keyof typeof widths
  /** For long work: a phone's whole screen. */
  isFullOnPhone?: boolean
}

/** In the middle of the screen; on a phone it rests at the bottom, within the thumb's reach. */
export function Dialog({ width = 'narrow', isFullOnPhone = false, ...panel }: DialogProps) {
  const place =
    'inset-x-0 top-auto bottom-0 mx-auto w-full max-h-[92dvh] rounded-t-hero border-t md:inset-0 md:m-auto md:h-fit md:rounded-hero md:border'
  const full = 'max-md:h-dvh max-md:max-h-dvh max-md:max-w-none max-md:rounded-none max-md:border-0'
  return <Panel {...panel} className={classNames(place, widths[width], isFullOnPhone && full)} />
}
