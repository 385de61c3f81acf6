import { formatCount, formatRating } from '../../lib/format.ts'
import { RatingStars } from '../../ui/rating-stars.tsx'

type RatingSummaryProps = { average: number | null; count: number }

export function RatingSummary({ average, count }: RatingSummaryProps) {
  if (average === null || count === 0) return null
  return (
    <div className="mb-5 flex items-center gap-4 rounded-card bg-sunken px-5 py-4">
      <p className="font-display text-3xl font-extrabold tabular-nums">{formatRating(average)}</p>
      <div>
        <RatingStars rating={average} label={`${formatRating(average)} de 5 estrelas`} className="h-5" />
        <p className="mt-1 text-sm text-mute">
          {formatCount(count, 'avaliação', 'avaliações')} de quem já sentou na cadeira
        </p>
      </div>
    </div>
  )
}
