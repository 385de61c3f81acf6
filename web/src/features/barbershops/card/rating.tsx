import { formatCount, formatNumber, formatRating } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'

type RatingProps = { average: number | null; count: number }

/** '★ 4,9 (212)', said in full to those who only hear it. */
export function Rating({ average, count }: RatingProps) {
  const spoken =
    average === null
      ? 'Sem avaliações'
      : `Nota ${formatRating(average)} de 5, ${formatCount(count, 'avaliação', 'avaliações')}`
  return (
    <p className="flex items-center gap-1 font-semibold whitespace-nowrap tabular-nums">
      <span className="sr-only">{spoken}</span>
      <Icon name="star" isFilled className="size-4 text-brass" />
      <span aria-hidden="true">
        {formatRating(average)} <span className="font-normal text-mute">({formatNumber(count)})</span>
      </span>
    </p>
  )
}
