import { Panel, type PanelProps } from './panel.tsx'

const widths = { narrow: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-4xl' }

type DialogProps = PanelProps & { width?: keyof typeof widths }

/** In the middle of the screen; on a phone it rests at the bottom, within the thumb's reach. */
export function Dialog({ width = 'narrow', ...panel }: DialogProps) {
  const place =
    'inset-x-0 top-auto bottom-0 mx-auto w-full max-h-[92dvh] rounded-t-hero border-t md:inset-0 md:m-auto md:h-fit md:rounded-hero md:border'
  return <Panel {...panel} className={`${place} ${widths[width]}`} />
}
